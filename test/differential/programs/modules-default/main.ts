// Default exports of every kind, mixed with named ones
import greet, { shout } from "./greet.ts";
import Shape, { type Size } from "./shape.ts";
import value from "./value.ts";
import anonymous from "./anonymous.ts";
import { default as again, shout as loud } from "./greet.ts";
import arrow, * as everything from "./arrow.ts";

const size: Size = { w: 2, h: 3 };
console.log(greet("ann"), shout("bob"), loud === shout, again === greet, greet.name);
console.log(new Shape(size).area(), Shape.name, value, anonymous(4), anonymous.name);
console.log(arrow(1), everything.default === arrow, everything.named, arrow.name);
