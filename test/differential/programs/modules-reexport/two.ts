export const y = "y";
export class Klass {
  hi() {
    return "hi";
  }
}
export default "dflt";
