/**
 * Random programs that end and print what they compute. A seed gives the same program everywhere.
 *
 * Three rules keep them comparable. Loops and calls burn fuel, so every program ends. Containers
 * hold only scalars and literals of scalars, and what grows is cut, so no value grows without bound.
 * Functions are only called, never turned into text, as fiber code does not keep their source.
 */
import { Random } from "./random.ts";
import { expression, items, statement, statements, type Tree } from "./tree.ts";

type Kind =
  | "number"
  | "string"
  | "boolean"
  | "any"
  | "array"
  | "object"
  | "map"
  | "set"
  | "function"
  | "class";

interface Variable {
  readonly name: string;
  readonly kind: Kind;
  readonly constant: boolean;
}

/** What statements may do where they stand. */
interface Place {
  /** How many statements may still be nested. */
  readonly depth: number;
  readonly inFunction: boolean;
  readonly inLoop: boolean;
  readonly inBreakable: boolean;
  readonly labels: readonly string[];
}

const numbers = [
  "0",
  "-0",
  "1",
  "-1",
  "2",
  "3",
  "7",
  "10",
  "0.1",
  "0.5",
  "-1.5",
  "2.5",
  "1e3",
  "255",
  "65536",
  "46341",
  "2147483647",
  "-2147483648",
  "2147483648",
  "-2147483649",
  "4294967295",
  "4294967296",
  "1073741824",
  "9007199254740991",
  "9007199254740992",
  "-9007199254740991",
  "1e15",
  "1e21",
  "123456789.123",
  "1e-7",
  "1.7976931348623157e308",
  "5e-324",
  "NaN",
  "Infinity",
  "-Infinity",
  "0x7f",
  "3.141592653589793",
];
const texts = [
  '""',
  '"a"',
  '"b"',
  '"abc"',
  '"0"',
  '"-1"',
  '"12px"',
  '" 7 "',
  '"1e3"',
  '"Hello, world"',
  '"\\n\\t"',
  '"é€"',
  '"😀x"',
  '"it\'s"',
  '"null"',
  '"toString"',
  '"0x1F"',
  '"a,b,,c"',
  '"length"',
  '"ÀÉ"',
  '"\\u0000"',
];
const keys = ["a", "b", "c", "d", "e"];
const prelude = [
  "let fuel = 250;",
  "const short = (text) => (text.length > 40 ? text.slice(0, 12) : text);",
  "const few = (list) => (list.length > 12 ? list.slice(0, 4) : list);",
  "const plain = (value) => (Object(value) === value ? typeof value : value);",
  "const entries = (object) => Object.entries(object).map(([key, value]) => [key, plain(value)]);",
  "const say = (what, value) => (console.log(what), value);",
  "const range = (n, name) => ({",
  "  [Symbol.iterator]() {",
  "    let i = 0;",
  "    const next = () => ({ done: i >= n, value: i++ });",
  "    return { next, return: () => (console.log('closed', name, i), {}) };",
  "  },",
  "});",
  "const resource = (name) => ({ name, [Symbol.dispose]() { console.log('dispose', name); } });",
  "const report = (where, error) =>",
  "  console.log(where, error instanceof Error ? `${error.name}: ${error.message}` : error);",
].map((line) => statement`${line}`);

class Generator {
  readonly #random: Random;
  readonly #scopes: Variable[][] = [[]];
  #names = 0;
  /** Statements that may still be made. */
  #left: number;

  constructor(seed: number) {
    this.#random = new Random(seed);
    this.#left = 25 + this.#random.below(45);
  }

  program(): Tree {
    const made: Tree[] = [];
    const place: Place = {
      depth: 4,
      inFunction: false,
      inLoop: false,
      inBreakable: false,
      labels: [],
    };
    for (let i = 0; i < 4; i++) made.push(this.#simpleDeclaration());
    while (this.#left > 0) {
      const pick = this.#random.below(10);
      if (pick < 2) made.push(this.#simpleDeclaration());
      else if (pick < 4) made.push(this.#functionDeclaration(place));
      else if (pick < 5) made.push(this.#classDeclaration(place));
      else made.push(this.#section(place));
    }
    const shown = this.#variables((v) => v.kind !== "function" && v.kind !== "class").map(
      (v) => expression`${v.name}`,
    );
    made.push(statement`console.log("end", fuel, ${items(shown)});`);
    return statements([...prelude, ...made]);
  }

  // --- names ---

  #name(): string {
    return `v${++this.#names}`;
  }

  #declare(kind: Kind, constant: boolean, name = this.#name()): Variable {
    const variable = { name, kind, constant };
    this.#scopes.at(-1)?.push(variable);
    return variable;
  }

  #variables(keep: (variable: Variable) => boolean): Variable[] {
    const seen = new Set<string>();
    const found: Variable[] = [];
    for (const variable of this.#scopes.toReversed().flat()) {
      if (seen.has(variable.name)) continue;
      seen.add(variable.name);
      if (keep(variable)) found.push(variable);
    }
    return found;
  }

  #variable(kind: Kind, assigned = false): Variable | undefined {
    const found = this.#variables((v) => v.kind === kind && !(assigned && v.constant));
    return found.length === 0 ? undefined : this.#random.pick(found);
  }

  #inScope<T>(make: () => T): T {
    this.#scopes.push([]);
    const made = make();
    this.#scopes.pop();
    return made;
  }

  // --- expressions ---

  #of(kind: Kind, depth: number): Tree {
    switch (kind) {
      case "number":
        return this.#number(depth);
      case "string":
        return this.#string(depth);
      case "boolean":
        return this.#boolean(depth);
      case "array":
        return this.#array(depth);
      case "object":
        return this.#object(depth);
      case "map":
        return this.#map(depth);
      case "set":
        return this.#set(depth);
      case "function":
        return this.#function(depth);
      case "class":
        return expression`class {}`;
      case "any":
        return this.#any(depth);
    }
  }

  #read(kind: Kind): Tree | undefined {
    const variable = this.#variable(kind);
    return variable === undefined ? undefined : expression`${variable.name}`;
  }

  #literal(list: readonly string[]): Tree {
    return expression`${this.#random.pick(list)}`;
  }

  #number(depth: number): Tree {
    const r = this.#random;
    const n = (): Tree => this.#number(depth - 1);
    const s = (): Tree => this.#string(depth - 1);
    const leaf = (): Tree =>
      (r.chance(55) ? this.#read("number") : undefined) ?? this.#literal(numbers);
    if (depth <= 0) return leaf();
    return r.choose([
      [8, leaf],
      [14, () => expression`(${n()} ${r.pick(["+", "-", "*", "/", "%"])} ${n()})`],
      [6, () => expression`(${n()} ${r.pick(["|", "&", "^", "<<", ">>", ">>>"])} ${n()})`],
      [2, () => expression`((${n()}) ** ${this.#literal(["2", "3", "-1", "0", "0.5"])})`],
      [3, () => expression`${r.pick(["- ", "~", "+"])}(${n()})`],
      [3, () => expression`Number(${this.#any(depth - 1)})`],
      [1, () => expression`+(${this.#any(depth - 1)})`],
      [
        4,
        () =>
          expression`Math.${r.pick(["floor", "ceil", "round", "trunc", "abs", "sign", "sqrt", "fround", "clz32"])}(${n()})`,
      ],
      [2, () => expression`Math.${r.pick(["max", "min", "imul"])}(${items([n(), n()])})`],
      [2, () => expression`${s()}.length`],
      [2, () => expression`${this.#array(depth - 1)}.length`],
      [1, () => expression`${s()}.charCodeAt(${n()})`],
      [1, () => expression`${s()}.${r.pick(["indexOf", "lastIndexOf"])}(${s()})`],
      [
        1,
        () =>
          expression`${this.#array(depth - 1)}.${r.pick(["indexOf", "lastIndexOf"])}(${this.#any(depth - 1)})`,
      ],
      [1, () => expression`${r.pick(["parseInt", "parseFloat"])}(${s()})`],
      [2, () => expression`(${this.#boolean(depth - 1)} ? ${n()} : ${n()})`],
      [1, () => expression`(${s()}, ${n()})`],
      [
        1,
        () =>
          expression`${this.#array(depth - 1)}.reduce((sum, item) => sum + Number(plain(item)), ${n()})`,
      ],
      [3, () => this.#numberAssignment(depth)],
      [2, () => this.#said(n())],
      [1, () => expression`(${this.#methods(depth)})`],
      [1, () => expression`${this.#map(depth - 1)}.size`],
      [1, () => expression`${this.#set(depth - 1)}.size`],
    ]);
  }

  /** The same value, with a line that tells when it was computed. */
  #said(value: Tree): Tree {
    return expression`say("s${`${++this.#names}`}", ${value})`;
  }

  /** An object's method that changes the object. */
  #methods(depth: number): Tree {
    const n = (): Tree => this.#number(depth - 1);
    const update = this.#random.pick(["+=", "-=", "*=", "??=", "&&="]);
    return this.#random.choose([
      [
        1,
        () =>
          expression`{ n: ${n()}, run(by) { this.n ${update} by; return this.n; } }.run(${n()})`,
      ],
      [1, () => expression`{ n: ${n()}, get twice() { return this.n++ * 2; } }.twice`],
      [
        1,
        () =>
          expression`{ a: ${n()}, set b(to) { this.a = to; }, run() { this.b ${update} ${n()}; return this.a; } }.run()`,
      ],
    ]);
  }

  /** An iterable that tells when it is left early. */
  #range(): Tree {
    return expression`range(${this.#random.pick(["0", "1", "3"])}, ${`${++this.#names}`})`;
  }

  #numberAssignment(depth: number): Tree {
    const variable = this.#variable("number", true);
    if (variable === undefined) return this.#number(depth - 1);
    const { name } = variable;
    const n = this.#number(depth - 1);
    return this.#random.choose([
      [2, () => expression`(${name} = ${n})`],
      [
        3,
        () =>
          expression`(${name} ${this.#random.pick(["+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>=", ">>>=", "||=", "&&="])} ${n})`,
      ],
      [
        4,
        () =>
          expression`${this.#random.pick([`${name}++`, `${name}--`, `++${name}`, `--${name}`])}`,
      ],
    ]);
  }

  #string(depth: number): Tree {
    const r = this.#random;
    const s = (): Tree => this.#string(depth - 1);
    const n = (): Tree => this.#number(depth - 1);
    const leaf = (): Tree =>
      (r.chance(50) ? this.#read("string") : undefined) ?? this.#literal(texts);
    if (depth <= 0) return leaf();
    return r.choose([
      [8, leaf],
      [6, () => expression`(${s()} + ${this.#scalar(depth - 1)})`],
      [2, () => this.#said(s())],
      [2, () => expression`(${n()} + ${s()})`],
      [4, () => expression`\`\${${s()}}:\${${this.#any(depth - 1)}}\``],
      [3, () => expression`String(${this.#any(depth - 1)})`],
      [2, () => expression`String(JSON.stringify(${this.#any(depth - 1)}))`],
      [2, () => expression`(typeof ${this.#any(depth - 1)})`],
      [
        3,
        () =>
          expression`${s()}.${r.pick(["slice", "substring", "substr"])}(${items([n(), n()].slice(0, 1 + r.below(2)))})`,
      ],
      [
        2,
        () =>
          expression`${s()}.${r.pick(["toUpperCase", "toLowerCase", "trim", "trimStart", "trimEnd", "toString"])}()`,
      ],
      [1, () => expression`${s()}.repeat(Math.abs(${n()}) % 3)`],
      [
        1,
        () =>
          expression`${s()}.${r.pick(["padStart", "padEnd"])}(${items([expression`${n()} % 9`, s()])})`,
      ],
      [1, () => expression`(${s()}.${r.pick(["charAt", "at"])}(${n()}) + "")`],
      [1, () => expression`${s()}.split(${s()}).join(${s()})`],
      [1, () => expression`${s()}.${r.pick(["replace", "replaceAll"])}(${items([s(), s()])})`],
      [1, () => expression`[...${s()}].reverse().join("")`],
      [1, () => expression`(${n()}).toString(${r.pick(["2", "10", "16", "36"])})`],
      [
        1,
        () =>
          expression`(${n()}).${r.pick(["toFixed", "toExponential"])}(${r.pick(["0", "2", "5"])})`,
      ],
      [1, () => expression`(${n()}).toPrecision(${r.pick(["1", "4", "17"])})`],
      [1, () => expression`${this.#array(depth - 1)}.join(${s()})`],
      [1, () => expression`(${this.#boolean(depth - 1)} ? ${s()} : ${s()})`],
    ]);
  }

  #boolean(depth: number): Tree {
    const r = this.#random;
    const b = (): Tree => this.#boolean(depth - 1);
    const leaf = (): Tree =>
      (r.chance(40) ? this.#read("boolean") : undefined) ?? this.#literal(["true", "false"]);
    if (depth <= 0) return leaf();
    const compare = r.pick(["<", "<=", ">", ">=", "===", "!==", "==", "!="]);
    return r.choose([
      [4, leaf],
      [6, () => expression`(${this.#number(depth - 1)} ${compare} ${this.#number(depth - 1)})`],
      [3, () => expression`(${this.#string(depth - 1)} ${compare} ${this.#string(depth - 1)})`],
      [3, () => expression`(${this.#scalar(depth - 1)} ${compare} ${this.#any(depth - 1)})`],
      [2, () => expression`(${b()} ${r.pick(["&&", "||"])} ${b()})`],
      [2, () => expression`!${this.#any(depth - 1)}`],
      [1, () => expression`Object.is(${items([this.#any(depth - 1), this.#any(depth - 1)])})`],
      [
        1,
        () =>
          expression`${this.#array(depth - 1)}.${r.pick(["includes"])}(${this.#scalar(depth - 1)})`,
      ],
      [
        1,
        () =>
          expression`${this.#array(depth - 1)}.${r.pick(["some", "every"])}(${this.#callback(depth - 1)})`,
      ],
      [
        1,
        () =>
          expression`${this.#string(depth - 1)}.${r.pick(["includes", "startsWith", "endsWith"])}(${this.#string(depth - 1)})`,
      ],
      [1, () => expression`("${r.pick(keys)}" in ${this.#object(depth - 1)})`],
      [
        1,
        () =>
          expression`${this.#map(depth - 1)}.${r.pick(["has", "delete"])}(${this.#scalar(depth - 1)})`,
      ],
      [
        1,
        () =>
          expression`${this.#set(depth - 1)}.${r.pick(["has", "delete"])}(${this.#scalar(depth - 1)})`,
      ],
      [
        1,
        () =>
          expression`Number.${r.pick(["isInteger", "isSafeInteger", "isNaN", "isFinite"])}(${this.#any(depth - 1)})`,
      ],
      [1, () => expression`Array.isArray(${this.#any(depth - 1)})`],
    ]);
  }

  /** A number, text, boolean, null or undefined. */
  #scalar(depth: number): Tree {
    return this.#random.choose([
      [5, () => this.#number(depth)],
      [4, () => this.#string(depth)],
      [2, () => this.#boolean(depth)],
      [1, () => this.#literal(["null", "undefined"])],
    ]);
  }

  /** What a container may hold: a scalar, or a literal of scalars. */
  #element(depth: number): Tree {
    return this.#random.choose([
      [8, () => this.#scalar(depth)],
      [1, () => expression`[${items(this.#several(3, () => this.#scalar(depth - 1)))}]`],
      [
        1,
        () =>
          expression`{ ${items(this.#keys(30).map((key) => expression`${key}: ${this.#scalar(depth - 1)}`))} }`,
      ],
    ]);
  }

  #any(depth: number): Tree {
    const r = this.#random;
    const leaf = (): Tree => this.#read("any") ?? this.#scalar(0);
    if (depth <= 0) return r.chance(50) ? leaf() : this.#scalar(0);
    const a = (): Tree => this.#any(depth - 1);
    const key = r.pick(keys);
    return r.choose([
      [6, () => this.#scalar(depth)],
      [5, leaf],
      [3, () => this.#array(depth - 1)],
      [3, () => this.#object(depth - 1)],
      [4, () => this.#call(depth)],
      [2, () => expression`(${a()} ${r.pick(["??", "||", "&&"])} ${a()})`],
      [2, () => expression`(${this.#boolean(depth - 1)} ? ${a()} : ${a()})`],
      [3, () => expression`${this.#array(depth - 1)}[${this.#number(depth - 1)}]`],
      [1, () => expression`${this.#array(depth - 1)}.at(${this.#number(depth - 1)})`],
      [3, () => expression`${this.#object(depth - 1)}.${key}`],
      [2, () => expression`${leaf()}?.${key}`],
      [1, () => expression`${leaf()}?.["${key}"]?.[${this.#number(depth - 1)}]`],
      [1, () => expression`${this.#map(depth - 1)}.get(${this.#scalar(depth - 1)})`],
      [
        1,
        () =>
          expression`${this.#array(depth - 1)}.${r.pick(["find", "findLast", "findIndex"])}(${this.#callback(depth - 1)})`,
      ],
      [1, () => this.#said(a())],
      [1, () => this.#anyAssignment(depth)],
      [1, () => expression`(${a()}, ${a()})`],
    ]);
  }

  #anyAssignment(depth: number): Tree {
    const variable = this.#variable("any", true);
    if (variable === undefined) return this.#any(depth - 1);
    return expression`(${variable.name} ${this.#random.pick(["=", "??=", "||=", "&&="])} ${this.#any(depth - 1)})`;
  }

  #call(depth: number): Tree {
    const fn = this.#read("function");
    if (fn === undefined) return this.#any(depth - 1);
    const args = items(this.#several(3, () => this.#any(depth - 2)));
    return this.#random.choose([
      [8, () => expression`${fn}(${args})`],
      [1, () => expression`${fn}(...${this.#array(depth - 2)})`],
      [
        1,
        () =>
          expression`${fn}.call(${items([this.#any(0), ...this.#several(2, () => this.#any(0))])})`,
      ],
    ]);
  }

  #array(depth: number): Tree {
    const r = this.#random;
    const leaf = (): Tree =>
      (r.chance(70) ? this.#read("array") : undefined) ??
      expression`[${items(this.#several(4, () => this.#element(0)))}]`;
    if (depth <= 0) return leaf();
    const a = (): Tree => this.#array(depth - 1);
    return r.choose([
      [6, leaf],
      [
        5,
        () =>
          expression`[${items(this.#several(5, () => (r.chance(20) ? expression`...${a()}` : this.#element(depth - 1))))}]`,
      ],
      [3, () => expression`${a()}.map(${this.#mapper(depth - 1)})`],
      [2, () => expression`${a()}.filter(${this.#callback(depth - 1)})`],
      [
        2,
        () => expression`${a()}.slice(${items(this.#several(2, () => this.#number(depth - 1)))})`,
      ],
      [1, () => expression`${a()}.concat(${items([a()])})`],
      [1, () => expression`${a()}.${r.pick(["toReversed", "toSorted", "flat", "slice"])}()`],
      [
        1,
        () =>
          expression`${a()}.toSorted((left, right) => Number(plain(left)) - Number(plain(right)) || 0)`,
      ],
      [1, () => expression`few(${a()}).flatMap((item) => [item, ${this.#scalar(0)}])`],
      [1, () => expression`Object.keys(${this.#object(depth - 1)})`],
      [1, () => expression`entries(${this.#object(depth - 1)})${r.pick(["", ".flat()"])}`],
      [1, () => expression`[...${this.#string(depth - 1)}]`],
      [1, () => expression`[...${this.#range()}]`],
      [
        1,
        () => expression`[...Uint8Array.of(${items([this.#number(depth - 1), this.#number(0)])})]`,
      ],
      [1, () => expression`${this.#string(depth - 1)}.split(${this.#string(depth - 1)})`],
      [1, () => expression`[...${r.chance(50) ? this.#map(depth - 1) : this.#set(depth - 1)}]`],
      [
        1,
        () =>
          expression`Array.from({ length: ${r.pick(["0", "2", "3"])} }, ${this.#mapper(depth - 1)})`,
      ],
    ]);
  }

  #object(depth: number): Tree {
    const r = this.#random;
    const leaf = (): Tree =>
      (r.chance(75) ? this.#read("object") : undefined) ?? expression`{ a: ${this.#scalar(0)} }`;
    if (depth <= 0) return expression`(${leaf()})`;
    return r.choose([
      [5, () => expression`(${leaf()})`],
      [5, () => expression`({ ${items(this.#properties(depth))} })`],
      [
        1,
        () =>
          expression`Object.fromEntries(${this.#array(depth - 1)}.map((item, i) => ["k" + (i % 5), plain(item)]))`,
      ],
      [
        1,
        () => expression`Object.assign({}, ${this.#object(depth - 1)}, ${this.#object(depth - 1)})`,
      ],
    ]);
  }

  /** Some of the keys, each once, as TypeScript wants them in a literal. */
  #keys(percent: number): string[] {
    return keys.filter(() => this.#random.chance(percent));
  }

  #properties(depth: number): Tree[] {
    const r = this.#random;
    const made = this.#keys(40).map((key) =>
      r.choose([
        [6, () => expression`${key}: ${this.#element(depth - 1)}`],
        [1, () => expression`["${key}" + ${this.#number(0)}]: ${this.#scalar(depth - 1)}`],
        [1, () => expression`get ${key}() { return ${this.#scalar(depth - 1)}; }`],
      ]),
    );
    if (r.chance(15)) made.push(expression`...${this.#object(depth - 1)}`);
    if (r.chance(15)) {
      const key = r.pick(["valueOf", "toString", "toJSON"]);
      made.splice(r.below(made.length + 1), 0, expression`${key}() { return ${this.#scalar(0)}; }`);
    }
    return made;
  }

  #map(depth: number): Tree {
    const entries = this.#several(3, () => expression`[${this.#scalar(0)}, ${this.#element(0)}]`);
    const fresh = expression`new Map([${items(entries)}])`;
    if (depth > 0 && this.#random.chance(15))
      return expression`new Map(entries(${this.#object(depth - 1)}))`;
    return (this.#random.chance(70) ? this.#read("map") : undefined) ?? fresh;
  }

  #set(depth: number): Tree {
    const fresh = expression`new Set([${items(this.#several(4, () => this.#scalar(0)))}])`;
    if (depth > 0 && this.#random.chance(15))
      return expression`new Set(${this.#array(depth - 1)}.map(plain))`;
    return (this.#random.chance(70) ? this.#read("set") : undefined) ?? fresh;
  }

  /** A function of an element that answers something like a boolean. */
  #callback(depth: number): Tree {
    return this.#inScope(() => {
      const item = this.#declare("any", false);
      return expression`(${item.name}) => ${this.#boolean(depth - 1)}`;
    });
  }

  #mapper(depth: number): Tree {
    return this.#inScope(() => {
      const item = this.#declare("any", false);
      const at = this.#declare("number", false);
      return expression`(${item.name}, ${at.name}) => plain(${this.#any(depth - 1)})`;
    });
  }

  #function(depth: number): Tree {
    return this.#inScope(() => {
      const parameters = this.#parameters();
      const guard = "fuel-- < 0 ? undefined : ";
      return expression`(${parameters}) => ${guard}${this.#any(depth)}`;
    });
  }

  #several(most: number, make: () => Tree): Tree[] {
    const least = this.#random.chance(70) ? 1 : 0;
    return Array.from({ length: least + this.#random.below(most + 1 - least) }, make);
  }

  #parameters(): Tree {
    const r = this.#random;
    const made = this.#several(3, () =>
      r.choose([
        [6, () => expression`${this.#declare("any", false).name}`],
        [
          2,
          () => {
            const value = this.#literal(["1", '"p"', "null", "[1, 2]"]);
            return expression`${this.#declare("any", false).name} = ${value}`;
          },
        ],
        [
          1,
          () => {
            const value = this.#scalar(0);
            const [a, b] = [this.#declare("any", false), this.#declare("any", false)];
            return expression`{ a: ${a.name} = ${value}, ...${b.name} } = {}`;
          },
        ],
      ]),
    );
    if (r.chance(20)) made.push(expression`...${this.#declare("array", false).name}`);
    return items(made);
  }

  // --- statements ---

  #simpleDeclaration(): Tree {
    this.#left--;
    const kind = this.#random.pick<Kind>([
      "number",
      "number",
      "string",
      "boolean",
      "any",
      "array",
      "object",
      "map",
      "set",
    ]);
    const value = this.#of(kind, 0);
    const constant = this.#random.chance(20);
    const { name } = this.#declare(kind, constant);
    return statement`${constant ? "const" : "let"} ${name} = ${value};`;
  }

  #section(place: Place): Tree {
    const what = this.#random.pick(["caught", "failed", "section"]);
    const body = this.#block({ ...place, depth: place.depth - 1 }, 2 + this.#random.below(5));
    return statement`try {${body}} catch (error) { report("${what}", error); }`;
  }

  #block(place: Place, count: number): Tree {
    return this.#inScope(() => {
      const made: Tree[] = [];
      for (let i = 0; i < count; i++) made.push(this.#statement(place));
      const own = this.#scopes.at(-1) ?? [];
      const shown = own.filter(({ kind }) => kind !== "function" && kind !== "class");
      if (shown.length > 0 && this.#random.chance(60)) {
        const list = items(shown.map(({ name }) => expression`${name}`));
        made.push(statement`console.log("here${`${++this.#names}`}", ${list});`);
      }
      return statements(made);
    });
  }

  #statement(place: Place): Tree {
    const r = this.#random;
    this.#left--;
    const inner: Place = { ...place, depth: place.depth - 1 };
    if (place.depth <= 0 || this.#left <= 0) return r.chance(50) ? this.#show() : this.#assign();
    const loop: Place = { ...inner, inLoop: true, inBreakable: true };
    return r.choose([
      [9, () => this.#show()],
      [9, () => this.#declaration()],
      [9, () => this.#assign()],
      [
        5,
        () =>
          statement`if (${this.#boolean(2)}) {${this.#block(inner, 1 + r.below(2))}} else {${this.#block(inner, r.below(2))}}`,
      ],
      [4, () => this.#countedLoop(loop)],
      [3, () => this.#forOf(loop)],
      [2, () => this.#forIn(loop)],
      [2, () => this.#whileLoop(loop)],
      [2, () => this.#switch({ ...inner, inBreakable: true })],
      [4, () => this.#tryStatement(inner)],
      [2, () => this.#throw()],
      [3, () => this.#jump(place)],
      [3, () => this.#functionDeclaration(inner)],
      [2, () => this.#destructuring()],
      [2, () => this.#classDeclaration(inner)],
      [1, () => statement`{${this.#block(inner, 2)}}`],
      [2, () => this.#closures(loop)],
      [2, () => statement`using ${this.#name()} = resource("${`${++this.#names}`}");`],
      [1, () => this.#factory()],
      [1, () => this.#labelled(inner)],
    ]);
  }

  #show(): Tree {
    const tag = `"${this.#random.pick(["x", "y", "z"])}${++this.#names}"`;
    return statement`console.log(${tag}, ${items([this.#any(3), ...this.#several(2, () => this.#any(2))])});`;
  }

  #declaration(): Tree {
    const r = this.#random;
    const kind = r.pick<Kind>([
      "number",
      "number",
      "string",
      "string",
      "boolean",
      "any",
      "any",
      "array",
      "object",
      "map",
      "set",
      "function",
    ]);
    const value = this.#of(kind, 3);
    const constant = kind === "function" || r.chance(25);
    // Now and then a name of an outer scope is declared again.
    const near = this.#scopes.slice(-2).flat();
    const outer = this.#variables((v) => v.kind === kind && !near.includes(v));
    const name =
      kind !== "function" && r.chance(6) && outer.length > 0 ? r.pick(outer).name : undefined;
    const variable = this.#declare(kind, constant, name);
    return statement`${constant ? "const" : "let"} ${variable.name} = ${this.#bounded(kind, value)};`;
  }

  /** A value that may go where it can come back, cut if it grew. */
  #bounded(kind: Kind, value: Tree): Tree {
    if (kind === "string") return statement`short(${value})`;
    if (kind === "array") return statement`few(${value})`;
    return value;
  }

  #assign(): Tree {
    const r = this.#random;
    const key = r.pick(keys);
    const number = this.#variable("number", true)?.name;
    const text = this.#variable("string", true)?.name;
    const any = this.#variable("any", true)?.name;
    const list = this.#variable("array")?.name;
    const object = this.#variable("object")?.name;
    const map = this.#variable("map")?.name;
    const set = this.#variable("set")?.name;
    const none = (): Tree => statement`${this.#any(2)};`;
    return r.choose<Tree>([
      [
        4,
        () =>
          number === undefined
            ? none()
            : statement`${number} ${r.pick(["=", "+=", "-=", "*=", "|=", ">>>=", "%="])} ${this.#number(3)};`,
      ],
      [2, () => (number === undefined ? none() : statement`${number}${r.pick(["++", "--"])};`)],
      [3, () => (text === undefined ? none() : statement`${text} = short(${this.#string(3)});`)],
      [
        2,
        () =>
          text === undefined ? none() : statement`${text} = short(${text} + ${this.#scalar(2)});`,
      ],
      [3, () => (any === undefined ? none() : statement`${any} = ${this.#any(3)};`)],
      [
        3,
        () =>
          list === undefined
            ? none()
            : statement`if (${list}.length < 12) ${list}.${r.pick(["push", "unshift"])}(${items([this.#element(2)])});`,
      ],
      [
        2,
        () =>
          list === undefined
            ? none()
            : statement`${list}.${r.pick(["pop", "shift", "reverse", "sort"])}();`,
      ],
      [
        2,
        () =>
          list === undefined
            ? none()
            : statement`${list}[${r.pick(["0", "1", "2", `${list}.length >> 1`])}] = ${this.#element(2)};`,
      ],
      [
        1,
        () =>
          list === undefined
            ? none()
            : statement`${list}.splice(${items([this.#number(1), expression`${r.pick(["0", "1", "2"])}`])});`,
      ],
      [
        1,
        () =>
          list === undefined
            ? none()
            : statement`${list}.length = ${r.pick(["0", "1", "2", "5"])};`,
      ],
      [
        3,
        () => (object === undefined ? none() : statement`${object}.${key} = ${this.#element(2)};`),
      ],
      [
        1,
        () =>
          object === undefined
            ? none()
            : statement`${object}["${key}" + ${this.#number(0)} % 3] = ${this.#element(1)};`,
      ],
      [
        1,
        () =>
          object === undefined
            ? none()
            : statement`${object}.${key} ${r.pick(["+=", "-=", "??=", "||="])} ${this.#scalar(2)};`,
      ],
      [1, () => (object === undefined ? none() : statement`delete ${object}.${key};`)],
      [1, () => (object === undefined ? none() : statement`Object.freeze(${object});`)],
      [
        2,
        () =>
          map === undefined
            ? none()
            : statement`if (${map}.size < 9) ${map}.set(${items([this.#scalar(1), this.#element(1)])});`,
      ],
      [
        2,
        () =>
          set === undefined
            ? none()
            : statement`if (${set}.size < 9) ${set}.add(${this.#scalar(1)});`,
      ],
      [1, none],
    ]);
  }

  #label(place: Place): [string, Place] {
    if (!this.#random.chance(25)) return ["", place];
    const label = `l${++this.#names}`;
    return [`${label}: `, { ...place, labels: [...place.labels, label] }];
  }

  #countedLoop(place: Place): Tree {
    const [label, inner] = this.#label(place);
    return this.#inScope(() => {
      const { name } = this.#declare("number", this.#random.chance(60));
      const [start, test, step] = this.#random.pick([
        ["0", `${name} < 4`, `${name}++`],
        ["3", `${name} >= 0`, `${name}--`],
        ["2147483646", `${name} < 2147483650`, `${name} += 1`],
        ["0", `${name} < 1`, `${name} += 0.25`],
        ["-1", `${name} !== 2`, `++${name}`],
      ] as const);
      return statement`${label}for (let ${name} = ${start}; ${test} && fuel-- > 0; ${step}) {${this.#block(inner, 1 + this.#random.below(3))}}`;
    });
  }

  #forOf(place: Place): Tree {
    const [label, inner] = this.#label(place);
    const r = this.#random;
    const source = r.choose([
      [4, () => this.#array(2)],
      [2, () => this.#string(2)],
      [1, () => this.#map(1)],
      [1, () => this.#set(1)],
      [1, () => expression`${this.#array(1)}.entries()`],
      [2, () => this.#range()],
    ]);
    return this.#inScope(() => {
      const { name } = this.#declare("any", false);
      const body = this.#block(inner, 1 + r.below(3));
      const kind = r.pick(["const", "let"]);
      return statement`${label}for (${kind} ${name} of ${source}) { if (fuel-- < 0) break;${body}}`;
    });
  }

  #forIn(place: Place): Tree {
    const [label, inner] = this.#label(place);
    const source = this.#random.chance(70) ? this.#object(2) : this.#array(1);
    return this.#inScope(() => {
      const { name } = this.#declare("string", true);
      const body = this.#block(inner, 1 + this.#random.below(2));
      return statement`${label}for (const ${name} in ${source}) { if (fuel-- < 0) break;${body}}`;
    });
  }

  #whileLoop(place: Place): Tree {
    const [label, inner] = this.#label(place);
    const body = this.#block(inner, 1 + this.#random.below(3));
    const test = this.#boolean(2);
    return this.#random.chance(50)
      ? statement`${label}while (fuel-- > 0 && ${test}) {${body}}`
      : statement`${label}do {${body}} while (fuel-- > 0 && ${test});`;
  }

  #switch(place: Place): Tree {
    const r = this.#random;
    const cases = Array.from({ length: 2 + r.below(3) }, () => {
      const body = this.#block(place, 1);
      const end = r.chance(60) ? "break;" : "";
      return statement`case ${this.#scalar(0)}: {${body}} ${end}`;
    });
    if (r.chance(70)) {
      const body = this.#block(place, 1);
      cases.splice(
        r.below(cases.length + 1),
        0,
        statement`default: {${body}} ${r.chance(50) ? "break;" : ""}`,
      );
    }
    return statement`switch (${this.#scalar(1)}) {${statements(cases)}}`;
  }

  #tryStatement(place: Place): Tree {
    const r = this.#random;
    const body = this.#block(place, 1 + r.below(3));
    // What was caught is only reported: were it a variable, the stack of an error could be shown.
    const caught = this.#name();
    const rest = this.#block(place, r.below(2));
    const handler = statement` catch (${caught}) { report("catch", ${caught});${rest}}`;
    const finalizer = statement` finally {${this.#block(place, 1 + r.below(2))}}`;
    const form = r.below(3);
    if (form === 0) return statement`try {${body}}${handler}`;
    return form === 1
      ? statement`try {${body}}${handler}${finalizer}`
      : statement`try {${body}}${finalizer}`;
  }

  #throw(): Tree {
    const r = this.#random;
    const type = r.pick(["Error", "TypeError", "RangeError"]);
    const what = r.chance(70) ? expression`new ${type}(${this.#string(1)})` : this.#scalar(1);
    return statement`if (${this.#boolean(2)}) throw ${what};`;
  }

  #jump(place: Place): Tree {
    const r = this.#random;
    const jumps: string[] = [];
    if (place.inBreakable) jumps.push("break;");
    if (place.inLoop) jumps.push("continue;");
    if (place.labels.length > 0)
      jumps.push(`break ${r.pick(place.labels)};`, `continue ${r.pick(place.labels)};`);
    if (place.inFunction && r.chance(60))
      return statement`if (${this.#boolean(2)}) return ${this.#any(2)};`;
    return jumps.length === 0 ? this.#show() : statement`if (${this.#boolean(2)}) ${r.pick(jumps)}`;
  }

  /** The body of a function in its braces: a guard that stays, `before`, statements, a result. */
  #functionBody(place: Place, count: number, before: readonly Tree[] = []): Tree {
    const inner: Place = {
      depth: Math.min(place.depth, 3),
      inFunction: true,
      inLoop: false,
      inBreakable: false,
      labels: [],
    };
    const empty = this.#literal(["0", '"out"', "null", "undefined"]);
    const body = this.#block(inner, count);
    const result = statement`return ${this.#any(3)};`;
    const all = statements([...before, ...body.parts.filter((p) => typeof p !== "string"), result]);
    return statement`{ if (fuel-- < 0) return ${empty};${all}}`;
  }

  #functionDeclaration(place: Place): Tree {
    this.#left--;
    const { name } = this.#declare("function", true);
    return this.#inScope(() => {
      const parameters = this.#parameters();
      const body = this.#functionBody(place, 1 + this.#random.below(3));
      return statement`function ${name}(${parameters}) ${body}`;
    });
  }

  /** A class, an instance of it, and a function that calls its methods. */
  #classDeclaration(place: Place): Tree {
    this.#left--;
    const r = this.#random;
    const parent = r.chance(50) ? this.#variable("class") : undefined;
    const base = parent === undefined ? "" : ` extends ${parent.name}`;
    const { name } = this.#declare("class", true);
    const members = this.#inScope(() => [
      ...this.#keys(35).map(
        (key) => statement`${r.pick(["", "", "static "])}${key} = ${this.#element(1)};`,
      ),
      ...this.#several(
        1,
        () => statement`get ${r.pick(["d", "e"])}2() { return ${this.#scalar(2)}; }`,
      ),
      statement`#hidden = ${this.#scalar(1)};`,
      this.#inScope(() => {
        const { name: param } = this.#declare("any", false);
        const old = r.chance(50) ? "this.#hidden" : "this.a";
        const call = base !== "" && r.chance(60) ? "super.run?.(0)" : "this.b";
        const body = this.#functionBody({ ...place, depth: 2 }, r.below(2), [
          statement`const old = plain(${old});`,
          statement`this.#hidden = ${param};`,
          statement`this.c = plain(old ?? ${call});`,
        ]);
        return statement`run(${param}) ${body}`;
      }),
    ]);
    const instance = this.#declare("object", true);
    const method = this.#declare("function", true);
    return statement`class ${name}${base} {${statements(members)}} const ${instance.name} = new ${name}(); const ${method.name} = (x) => ${instance.name}.run(plain(x));`;
  }

  #destructuring(): Tree {
    const r = this.#random;
    const fallback = (): Tree => this.#scalar(1);
    const key = r.pick(keys);
    return r.choose([
      [
        2,
        () => {
          const [source, value] = [r.chance(25) ? this.#range() : this.#array(2), fallback()];
          const [a, b] = [this.#declare("any", false), this.#declare("any", false)];
          return statement`let [${a.name}, ${b.name} = ${value}] = ${source};`;
        },
      ],
      [
        2,
        () => {
          const [source, value] = [this.#object(2), fallback()];
          const [a, b] = [this.#declare("any", false), this.#declare("object", false)];
          return statement`let { ${key}: ${a.name} = ${value}, ...${b.name} } = ${source};`;
        },
      ],
      [
        1,
        () => {
          const source = this.#read("any") ?? this.#object(1);
          const a = this.#declare("any", false);
          return statement`let { ${key}: ${a.name} } = ${source};`;
        },
      ],
      [
        1,
        () => {
          const source = this.#array(2);
          const [a, b] = [this.#declare("any", false), this.#declare("array", false)];
          return statement`let [${a.name}, ...${b.name}] = ${source};`;
        },
      ],
      [
        1,
        () => {
          const [a, b] = [this.#variable("any", true), this.#variable("any", true)];
          if (a === undefined || b === undefined) return this.#show();
          return statement`[${a.name}, ${b.name}] = [${this.#any(1)}, ${a.name}];`;
        },
      ],
    ]);
  }

  /** A function that makes functions over one captured variable, and two of them. */
  #factory(): Tree {
    const make = this.#name();
    const body = this.#inScope(() => {
      const start = this.#declare("any", false);
      const state = this.#declare("number", false);
      const inner = this.#inScope(() => {
        const by = this.#declare("any", false);
        return expression`(${by.name}) => fuel-- < 0 ? 0 : (${state.name} ${this.#random.pick(["+=", "-=", "^="])} Number(plain(${this.#any(1)})), plain(${this.#any(2)}))`;
      });
      return statement`(${start.name}) => { let ${state.name} = Number(plain(${start.name})); return ${inner}; }`;
    });
    const [first, second] = [this.#any(1), this.#any(1)];
    const [one, two] = [this.#declare("function", true), this.#declare("function", true)];
    return statement`const ${make} = ${body}; const ${one.name} = ${make}(${first}), ${two.name} = ${make}(${second});`;
  }

  /** A labelled block that may be left. */
  #labelled(place: Place): Tree {
    const label = `l${++this.#names}`;
    const before = this.#block(place, 1);
    const leave = statement`if (${this.#boolean(2)}) break ${label};`;
    const after = this.#block(place, 1);
    return statement`${label}: {${statements([statement`{${before}}`, leave, statement`{${after}}`])}}`;
  }

  /** Closures made in a loop, called after it. */
  #closures(place: Place): Tree {
    const list = `f${++this.#names}`;
    return this.#inScope(() => {
      const i = this.#declare("number", true);
      const kept = this.#declare("any", false);
      const body = this.#any(2);
      const value = this.#any(1);
      const rest = this.#block({ ...place, depth: 1 }, 1);
      return statement`{ const ${list} = []; for (let ${i.name} = 0; ${i.name} < 3; ${i.name}++) { let ${kept.name} = ${value}; ${list}.push(() => [${i.name}++, plain(${body}), plain(${kept.name})]);${rest}} console.log(${list}.map((f) => f()), ${list}.map((f) => f())); }`;
    });
  }
}

/** The program of a seed. */
export function generate(seed: number): Tree {
  return new Generator(seed).program();
}
