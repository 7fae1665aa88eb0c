/** Newer than the library of the compiler (ECMAScript: JSON.parse source text access). */
const { parse, rawJSON } = JSON as unknown as {
  parse: (text: string, revive?: (key: string, value: unknown, context: { source?: string }) => unknown) => unknown;
  rawJSON: (text: string) => unknown;
};

/**
 * A number whose text `JSON.stringify` would change: `9007199254740993`, `1e400`, `-0`, `1.10`. It calculates as the double
 * that is nearest, and prints and stringifies as its text.
 */
export class ExactNumber extends Number {
  readonly #text: string;

  constructor(text: string) {
    super(text);
    this.#text = text;
  }

  override toString(): string {
    return this.#text;
  }

  toJSON(): unknown {
    return rawJSON(this.#text);
  }
}

/**
 * Parses JSON so that `JSON.stringify` writes each number with the text that it had: a number is an `ExactNumber` where a
 * double would change its text. As on the server, the last of repeated keys wins, and a byte order mark is skipped.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  // A reviver is slow, and no double changes what has none of these.
  return parse(json, /\d{16}|\d[.eE]|-0/.test(json) ? keepText : undefined);
}

const keepText = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && source !== String(value) ? new ExactNumber(source) : value;
