const dots = '…';

/**
 * Parses an answer as documents write it. `…` stands for any value or part of a text. As the last field of an object it
 * stands for more fields, and becomes a field of this name.
 */
export const parseAnswer = (text: string): unknown =>
  JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|,\s*…\s*}|…/g, (part) => (part.startsWith('"') ? part : quoted(part))));

const quoted = (part: string) => (part === dots ? `"${dots}"` : `,"${dots}":true}`);

/** Whether an answer is as documented. */
export function matchesAnswer(documented: unknown, actual: unknown): boolean {
  if (typeof documented === 'string' && documented.includes(dots)) return matchesText(documented, actual);
  if (typeof documented !== 'object' || documented === null) return documented === actual;
  if (typeof actual !== 'object' || actual === null || Array.isArray(documented) !== Array.isArray(actual))
    return false;
  const fields = Object.entries(documented).filter(([name]) => name !== dots);
  const isComplete = dots in documented || fields.length === Object.keys(actual).length;
  return isComplete && fields.every(([name, value]) => name in actual && matchesAnswer(value, (actual as never)[name]));
}

function matchesText(documented: string, actual: unknown): boolean {
  if (documented === dots) return true;
  if (typeof actual !== 'string') return false;
  const literals = documented.split(dots).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literals.join('.+')}$`, 's').test(actual);
}

/** Copies of a documented answer, each with one other value. */
export function otherAnswers(documented: unknown): unknown[] {
  if (documented === dots) return [];
  if (typeof documented !== 'object' || documented === null) return [`other ${String(documented)}`];
  const fields = Object.entries(documented).filter(([name]) => name !== dots);
  return fields.flatMap(([name, value]) => otherAnswers(value).map((other) => withField(documented, name, other)));
}

const withField = (documented: object, name: string, value: unknown) =>
  Array.isArray(documented) ? documented.with(Number(name), value) : { ...documented, [name]: value };
