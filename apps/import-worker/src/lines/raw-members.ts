/** A member of a JSON object, its value as the client wrote it: numbers beyond 2^53 would not survive a parse. */
export type RawMembers = Map<string, string>;

/** Members of a JSON object; of one that stands twice the last. The text must be a valid JSON object. */
export function rawMembers(object: string): RawMembers {
  const members: RawMembers = new Map();
  let at = skipSpace(object, object.indexOf('{') + 1);
  while (object[at] !== '}') {
    const keyEnd = endOfString(object, at);
    const key = JSON.parse(object.slice(at, keyEnd)) as string;
    const start = skipSpace(object, object.indexOf(':', keyEnd) + 1);
    const end = endOfValue(object, start);
    members.set(key, object.slice(start, end));
    at = skipSpace(object, end);
    if (object[at] === ',') at = skipSpace(object, at + 1);
  }
  return members;
}

/** The JSON object of these members. */
export const toJsonObject = (members: Iterable<[string, string]>) =>
  `{${Array.from(members, ([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/[ \t\r\n]/.test(text.charAt(at))) at += 1;
  return at;
}

/** Position after the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first === '{' || first === '[') return endOfNest(text, start);
  let at = start;
  while (/[^,}\] \t\r\n]/.test(text.charAt(at))) at += 1;
  return at;
}

function endOfNest(text: string, start: number): number {
  let depth = 0;
  for (let at = start; ; ) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else {
      if (character === '{' || character === '[') depth += 1;
      if (character === '}' || character === ']') depth -= 1;
      at += 1;
      if (depth === 0) return at;
    }
  }
}
