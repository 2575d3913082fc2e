export default function (n: number) {
  return n * n;
}
