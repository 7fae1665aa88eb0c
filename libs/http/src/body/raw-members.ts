/** Members of a JSON object, each value as the client wrote it: parsing would change numbers beyond 2^53. */
export type RawMembers = Map<string, string>;

/** Splits a valid JSON object into its members. Of a repeated member, the last one counts. @throws SyntaxError if it has no end */
export function rawMembers(object: string): RawMembers {
  const members: RawMembers = new Map();
  let at = skipSpace(object, object.indexOf('{') + 1);
  while (object[at] !== '}') {
    const keyEnd = endOfString(object, at);
    const key = textOf(object.slice(at, keyEnd));
    const start = skipSpace(object, object.indexOf(':', keyEnd) + 1);
    const end = endOfValue(object, start);
    members.set(key, object.slice(start, end));
    at = skipSpace(object, end);
    if (object[at] === ',') at = skipSpace(object, at + 1);
    requireMore(object, at);
  }
  return members;
}

/** Splits a valid JSON array into its elements, each as the client wrote it. @throws SyntaxError if it has no end */
export function rawElements(array: string): string[] {
  const elements: string[] = [];
  let at = skipSpace(array, array.indexOf('[') + 1);
  while (array[at] !== ']') {
    const end = endOfValue(array, at);
    elements.push(array.slice(at, end));
    at = skipSpace(array, end);
    if (array[at] === ',') at = skipSpace(array, at + 1);
    requireMore(array, at);
  }
  return elements;
}

/** Joins members to a JSON object. */
export const toJsonObject = (members: Iterable<[string, string]>) =>
  `{${Array.from(members, ([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;

/** JSON text of the object without the members of these names. The others stay as written. */
export const withoutMembers = (members: RawMembers, names: readonly string[]) =>
  toJsonObject([...members].filter(([name]) => !names.includes(name)));

/** Appends a member to the text of an object that has one, and none of this name. The rest stays as written. */
export const withMember = (object: string, name: string, json: string) =>
  `${object.slice(0, object.lastIndexOf('}'))},${JSON.stringify(name)}:${json}}`;

/** The text of a JSON string. Parsing each of many keys would take several times as long. */
const textOf = (json: string): string => (json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1));

function requireMore(text: string, at: number): void {
  if (at >= text.length) throw endless();
}

const endless = () => new SyntaxError('the JSON text has no end');

const isSpace = (code: number) => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** Position after the closing quote. `indexOf` is many times faster than a loop over the characters. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end < 0) throw endless();
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end + 1;
  }
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first === '{' || first === '[') return endOfNested(text, start);
  let at = start;
  while (at < text.length && !isAfterValue(text.charCodeAt(at))) at += 1;
  return at;
}

const isAfterValue = (code: number) => code === comma || code === closeBrace || code === closeBracket || isSpace(code);

function endOfNested(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else {
      // A brace differs from its bracket in one bit.
      if ((code | brace) === openBrace) depth += 1;
      if ((code | brace) === closeBrace) depth -= 1;
      at += 1;
      if (depth === 0) return at;
    }
  }
  throw endless();
}

const [quote, comma, openBrace, closeBrace, closeBracket, brace] = [0x22, 0x2c, 0x7b, 0x7d, 0x5d, 0x20];
