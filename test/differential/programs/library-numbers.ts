// numbers: every member with its odd arguments and errors
const t = (f: () => any) => { try { console.log(f()); } catch (e: any) { console.log(`${e.name}: ${e.message}`); } };
for (const v of [0, -0, 1.5, NaN, Infinity, 123456.789, 1e21, 1e-7, -5, 2 ** 31, 255]) {
  t(() => [String(v), v.toFixed(2), v.toExponential(3), v.toPrecision(4), v.toString(16), v.toString(2).slice(0, 30), v.toLocaleString()]);
}
for (const v of [1234.5678, 1.0005, 0.0005, 0.00049, 999.9995, 999999.9996, -1234567.891, 1e21, 0.1, 1e-10, 5e-324, -0.0004, 100, 1000, 123456789.125, 0.9999, 0.9995, -0, 1e15, 123456789012345680000])
  t(() => v.toLocaleString());
t(() => Number("0x1f") + Number(" 12 ") + Number(""));
t(() => [Number(null), Number(undefined), Number(true), Number([5]), Number([1, 2]), Number({}), Number({ valueOf() { return 7; } }), (Number as any)(), Number("abc")]);
t(() => Number(Symbol("s") as any));
t(() => { const n = new Number(5); return [typeof n, n + 1, n.valueOf(), String(n), n.toFixed(1)]; });
t(() => { class N extends Number { dbl() { return this.valueOf() * 2; } } return new N(21).dbl(); });
t(() => new Number({ valueOf() { return 9; } } as any) as any + 1);
t(() => [Number.isInteger(5), Number.isInteger(5.5), Number.isInteger("5"), Number.isSafeInteger(2 ** 53), Number.isSafeInteger(2 ** 53 - 1), Number.isFinite("1"), Number.isFinite(1), Number.isNaN("a"), Number.isNaN(NaN)]);
t(() => [Number.MAX_VALUE, Number.MIN_VALUE, Number.EPSILON, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
t(() => [Number.parseFloat === parseFloat, Number.parseInt === parseInt, Number.parseFloat("3.5x"), Number.parseInt("ff", 16)]);
t(() => (1).toString(1)); t(() => (1).toString(37)); t(() => (1).toFixed(101)); t(() => (1).toFixed(-1)); t(() => (1).toPrecision(0)); t(() => (1).toExponential(101));
t(() => NaN.toFixed(101)); t(() => NaN.toPrecision(0)); t(() => NaN.toExponential(200));
t(() => Number.prototype.toString.call("a" as any)); t(() => Number.prototype.toFixed.call("a" as any)); t(() => Number.prototype.valueOf.call("a" as any)); t(() => Number.prototype.toLocaleString.call({} as any));
t(() => (25).toString("36" as any)); t(() => (25).toString(undefined)); t(() => (1.45).toFixed(1)); t(() => (10.235).toFixed(2));
t(() => [Boolean(""), Boolean("a"), Boolean(0), new Boolean(false) ? 1 : 2, String(new Boolean(false)), true.toString(), typeof new Boolean(true)]);
t(() => Boolean.prototype.toString.call(1 as any)); t(() => Boolean.prototype.valueOf.call({} as any));
t(() => [Symbol("a").toString(), Symbol("a").description, Symbol().description, String(Symbol("b")), typeof Symbol.iterator, Symbol.iterator.toString()]);
t(() => Symbol("x") + ""); t(() => `${Symbol("x") as any}`); t(() => +(Symbol("x") as any)); t(() => new (Symbol as any)());
t(() => Symbol.prototype.toString.call(1 as any)); t(() => Symbol.prototype.valueOf.call(1 as any)); t(() => (Symbol.prototype as any)[Symbol.toPrimitive].call(1)); t(() => (Object as any).getOwnPropertyDescriptor(Symbol.prototype, "description").get.call(1));
t(() => Object(Symbol("w")).description);
t(() => Symbol({ toString() { return "td"; } } as any).toString());
t(() => Symbol(Symbol("x") as any));
// Math
t(() => [Math.abs(-5), Math.abs("-3" as any), Math.ceil(-0.5), Math.floor(-0.5), Math.round(-0.5), Math.round(0.5), Math.round(1.5), Math.round(-1.5), Math.round(2.5), Math.round(0.49999999999999994), Math.round(2 ** 52 + 1), Math.round(-0.2), Math.round(1e300), Math.round(NaN), Math.trunc(-0.9), Math.trunc(4.7)]);
t(() => [Math.max(), Math.min(), Math.max(1, NaN), Math.max(-0, 0), Math.min(0, -0), Math.max(0, -0), Math.min(-0, 0), Math.max("3" as any, 2), Math.max({ valueOf() { return 10; } } as any, 2), Math.min(1, undefined as any)]);
t(() => Math.max(Symbol() as any));
t(() => [Math.hypot(), Math.hypot(3, 4), Math.hypot(1, 2, 3), Math.hypot(NaN, Infinity), Math.hypot(-0), Math.hypot(1e200, 1e200), Math.hypot(NaN, 1), Math.hypot(0.1, 0.2, 0.3)]);
t(() => [Math.sign(-3), Math.sign(-0), Math.sign(NaN), Math.cbrt(27), Math.cbrt(-0.5), Math.fround(5.5), Math.fround(5.05), Math.fround(1e40), Math.imul(0xffffffff, 5), Math.imul(3), Math.clz32(1), Math.clz32(0), Math.clz32(-1), Math.clz32(0.5)].map(String));
t(() => [Math.pow(2, 10), Math.pow(1, Infinity), Math.pow(-8, 1 / 3), 2 ** -1074, (-2) ** 3, 0 ** 0, NaN ** 0, 10 ** 308, 10 ** -5, 7 ** 0.5, 2 ** 0.5]);
t(() => [Math.sin(1), Math.cos(1), Math.tan(1), Math.asin(0.5), Math.acos(0.5), Math.atan(1), Math.atan2(1, -1), Math.atan2(-0, -1), Math.exp(1), Math.expm1(1e-10), Math.log(10), Math.log1p(1e-10), Math.log2(8), Math.log10(1000), Math.sinh(1), Math.cosh(1), Math.tanh(1), Math.asinh(1), Math.acosh(2), Math.atanh(0.5), Math.sqrt(2)]);
t(() => [Math.sin(1e22), Math.cos(-1e5), Math.log(-1), Math.log(0), Math.exp(1000), Math.exp(-1000), Math.sqrt(-1), Math.acosh(0.5), Math.atanh(2)]);
t(() => [Math.E, Math.PI, Math.LN2, Math.LN10, Math.LOG2E, Math.LOG10E, Math.SQRT2, Math.SQRT1_2]);
t(() => { let ok = true; for (let i = 0; i < 1000; i++) { const r = Math.random(); ok = ok && r >= 0 && r < 1; } return ok; });
t(() => { let s = 0; for (let i = 0; i < 1000; i++) s += Math.sin(i * 0.7) * Math.exp(-i / 300) + Math.pow(i, 0.3) + Math.atan2(i, 3); return s; });
t(() => [Math.sqrt("16" as any), (Math as any).sqrt(), Math.abs(null as any), Math.floor([3.7] as any), Math.round(undefined as any)]);
t(() => Object.prototype.toString.call(Math));
