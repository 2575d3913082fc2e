export default (n: number) => n + 1;
export { name as named };
const name = "renamed export";
