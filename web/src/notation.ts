// Formulas in comments of a model, which are in the notation of the language: "x'^2 + y'^2 = (a/b)^2*z'^2" as LaTeX. A comment need not declare
// its names, so nothing has a meaning here: brackets, fractions and the order of terms stay as they are written.

const GREEK = new Set(
  ("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau phi chi psi omega " +
    "Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega").split(" "),
);
const FUNCTIONS: Record<string, string> = {
  sin: "\\sin", cos: "\\cos", tan: "\\tan", asin: "\\arcsin", acos: "\\arccos", atan: "\\arctan",
  sinh: "\\sinh", cosh: "\\cosh", tanh: "\\tanh", log: "\\log", min: "\\min", max: "\\max",
};
const RELATIONS: Record<string, string> = { "=": "=", "<": "<", ">": ">", "<=": "\\le", ">=": "\\ge", "!=": "\\ne", "~": "\\approx", "->": "\\to" };
const TOKEN = /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(\p{L}[\p{L}\d_]*)|(->|<=|>=|!=|\.\.\.?|[-+*/^=<>~()[\]|,.']))/uy;

/** The LaTeX of a formula; what the notation does not have is an error. */
export function notationToLatex(formula: string): string {
  return new Reader(tokensOf(formula)).read();
}

function tokensOf(formula: string): string[] {
  const words = formula.trim();
  const tokens: string[] = [];
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < words.length; ) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(words);
    if (found === null) throw new Error(`not in the notation: ${words.slice(at)}`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

/** A name: base and index. theta1 and theta_1 are \theta_{1}, E_star is E^{*}. */
function nameOf(word: string): { base: string; index: string } {
  const [, letters = word, rest = ""] = /^(\p{L}+)_?([\p{L}\d_]*)$/u.exec(word) ?? [];
  if (rest === "star") return { base: `${baseOf(letters)}^{*}`, index: "" };
  return { base: baseOf(letters), index: rest.split("_").map(baseOf).join(",") };
}

function baseOf(letters: string): string {
  if (GREEK.has(letters)) return `\\${letters}`;
  return /^(\p{L}|\d+|)$/u.test(letters) ? letters : `\\mathrm{${letters}}`;
}

/** Dots for the derivatives by time of a name, primes where there are too many or where it is not a name. */
function dotted({ base, index }: { base: string; index: string }, primes: number): string {
  const accent = ["", "\\dot", "\\ddot", "\\dddot"][primes];
  const below = index === "" ? "" : `_{${index}}`;
  if (accent === undefined) return `${base}${below}^{(${primes})}`;
  return (accent === "" ? base : `${accent}{${base}}`) + below;
}

class Reader {
  private at = 0;
  constructor(private readonly tokens: readonly string[]) {}

  read(): string {
    const latex = this.relations();
    if (this.at < this.tokens.length) throw new Error(`not expected in a formula: ${this.tokens[this.at]}`);
    return latex;
  }

  private sees(...words: string[]): boolean {
    return words.includes(this.tokens[this.at] ?? "");
  }

  private next(): string {
    const token = this.tokens[this.at];
    if (token === undefined) throw new Error("the formula ends too early");
    this.at += 1;
    return token;
  }

  private expect(word: string): void {
    const token = this.next();
    if (token !== word) throw new Error(`${word} expected before ${token}`);
  }

  /** a = b < c, d = e */
  private relations(): string {
    let latex = this.sum();
    while (this.at < this.tokens.length && (this.sees(",", "...", "..") || (this.tokens[this.at] ?? "") in RELATIONS)) {
      const token = this.next();
      if (token === ",") latex += `,\\; ${this.relations()}`;
      else if (token.startsWith("..")) latex += ` \\ldots ${this.sees(",") || this.at === this.tokens.length ? "" : this.sum()}`;
      else latex += ` ${RELATIONS[token]} ${this.sum()}`;
    }
    return latex;
  }

  private sum(): string {
    if (this.sees("...")) return `${this.next() && "\\ldots"}`;
    let latex = this.sees("-", "+") ? this.next() + this.product() : this.product();
    while (this.sees("+", "-")) latex += ` ${this.next()} ${this.product()}`;
    return latex;
  }

  private product(): string {
    let latex = this.power();
    while (this.sees("*", "/")) {
      const sign = this.next();
      const factor = this.power();
      const between = sign === "/" ? "/" : /^\d/.test(factor) ? " \\cdot " : " \\, ";
      latex += between + factor;
    }
    return latex;
  }

  private power(): string {
    const base = this.primary();
    if (!this.sees("^")) return base;
    this.next();
    if (!this.sees("(")) return `${base}^{${this.sees("-") ? this.next() : ""}${this.primary()}}`;
    this.next();
    const exponent = this.sum();
    this.expect(")");
    return `${base}^{${exponent}}`;
  }

  private primary(): string {
    const token = this.next();
    if (/^\d/.test(token)) return numberOf(token);
    if (token === "(" || token === "[") return this.bracket(token);
    if (token === "|") return this.bars();
    if (/^\p{L}/u.test(token)) return this.named(token);
    throw new Error(`not expected in a formula: ${token}`);
  }

  private bracket(opening: string): string {
    const closing = opening === "(" ? ")" : "]";
    const inner = this.relations();
    this.expect(closing);
    return `\\left${opening}${inner}\\right${closing}${this.primes()}`;
  }

  private bars(): string {
    const inner = this.sum();
    this.expect("|");
    return `\\left|${inner}\\right|${this.primes()}`;
  }

  private primes(): string {
    let count = 0;
    for (; this.sees("'"); count += 1) this.next();
    return "'".repeat(count);
  }

  private named(word: string): string {
    if (this.sees("(") && word === "sqrt") return `\\sqrt{${this.argument()}}`;
    if (this.sees("(") && word === "exp") return `\\mathrm{e}^{${this.argument()}}`;
    if (this.sees("(") && (word === "dot" || word === "cross")) return this.vectors(word === "dot" ? "\\cdot" : "\\times");
    const call = FUNCTIONS[word];
    if (call !== undefined) return this.call(call);
    const { base, index } = nameOf(word);
    const indices = [index, ...this.indices()].filter((one) => one !== "").join(",");
    const latex = dotted({ base, index: indices }, this.primes().length);
    return this.sees("(") ? `${latex}${this.bracket(this.next())}` : latex;
  }

  /** [i] and .x after a name. */
  private indices(): string[] {
    const indices: string[] = [];
    while (this.sees("[", ".")) {
      if (this.next() === ".") indices.push(nameOf(this.next()).base);
      else {
        indices.push(this.relations());
        this.expect("]");
      }
    }
    return indices;
  }

  private argument(): string {
    this.expect("(");
    const inner = this.relations();
    this.expect(")");
    return inner;
  }

  /** sin(phi)^2 as \sin^{2}(\phi). */
  private call(latex: string): string {
    if (!this.sees("(")) return latex;
    const argument = this.argument();
    const inner = /^(\\?\p{L}|\\\p{L}+)$/u.test(argument) ? ` ${argument}` : `\\left(${argument}\\right)`;
    if (!this.sees("^")) return latex + inner;
    this.next();
    return `${latex}^{${this.primary()}}${inner}`;
  }

  private vectors(sign: string): string {
    this.expect("(");
    const first = this.sum();
    this.expect(",");
    const second = this.sum();
    this.expect(")");
    return `${first} ${sign} ${second}`;
  }
}

/** 1e-10 as 10^{-10}. */
function numberOf(token: string): string {
  const [digits = "", exponent] = token.split(/[eE]/);
  if (exponent === undefined) return digits;
  const power = `10^{${Number(exponent)}}`;
  return digits === "1" ? power : `${digits} \\cdot ${power}`;
}
