/** An open object or array around a token. */
export interface OpenValue {
  isArray: boolean;
  /** Index of the current element, or key of the current member. */
  part: string | number;
}

/**
 * Walks through the tokens of valid JSON. Calls `visit` with the position of each number and the open values around it,
 * the outermost first, until it returns true.
 */
export function eachNumber(
  text: string,
  visit: (start: number, end: number, open: readonly OpenValue[]) => boolean,
): void {
  const open: OpenValue[] = [];
  for (let at = 0; at < text.length;) {
    const character = text.charCodeAt(at);
    const inner = open.at(-1);
    if (character === quote) {
      const end = endOfString(text, at);
      // The key of a member is the only string before a colon.
      if (inner && !inner.isArray && isKey(text, end)) inner.part = JSON.parse(text.slice(at, end)) as string;
      at = end;
    } else if (isOfNumber(character)) {
      const end = endOfNumber(text, at);
      if (visit(at, end, open)) return;
      at = end;
    } else {
      if (character === bracket || character === brace) open.push({ isArray: character === bracket, part: 0 });
      else if (character === closingBracket || character === closingBrace) open.pop();
      else if (character === comma && inner?.isArray) inner.part = Number(inner.part) + 1;
      at += 1;
    }
  }
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [bracket, closingBracket, brace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const [plus, minus, point, zero, nine, upperE, lowerE] = [0x2b, 0x2d, 0x2e, 0x30, 0x39, 0x45, 0x65];

/** Outside strings, `e` is also in `true` and `false`: they are short. */
export const isOfNumber = (code: number) =>
  (code >= zero && code <= nine) ||
  code === lowerE ||
  code === upperE ||
  code === plus ||
  code === minus ||
  code === point;

export function endOfNumber(text: string, start: number): number {
  let at = start;
  while (at < text.length && isOfNumber(text.charCodeAt(at))) at += 1;
  return at;
}

/** Position after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at + 1;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === colon;
}

const isSpace = (code: number) => code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
