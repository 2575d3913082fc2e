export default function greet(name: string) {
  return `hello ${name}${suffix}`;
}
export const shout = (name: string) => greet(name).toUpperCase();
const suffix = "!";
