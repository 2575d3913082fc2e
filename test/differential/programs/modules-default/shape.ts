export interface Size {
  w: number;
  h: number;
}
export default class Shape {
  constructor(private readonly size: Size) {}
  area() {
    return this.size.w * this.size.h;
  }
}
