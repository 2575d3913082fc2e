export const one = 1;
export const two = 2;
const words = "two words";
export { words as "two words", words as text };
export default function () {
  return "default of numbers";
}
