import type { KeptLetter } from '@tributary/bus/dead-letter-log';

/** So much of a value is shown. */
const shownBytes = 200;

/** One letter as lines for a person. */
export function showLetter(letter: KeptLetter, withValue: boolean): string {
  const { place, id, key, reason, written } = letter;
  const head = `${place.partition}/${place.offset}  ${new Date(written).toISOString()}  id ${printable(id)}  key ${printable(key)}`;
  const lines = [head, `    ${printable(reason)}`];
  if (withValue) lines.push(`    ${printable(firstBytes(letter))}`);
  return `${lines.join('\n')}\n`;
}

/** The same as a JSON object, for a program. */
export function letterAsJson(letter: KeptLetter, withValue: boolean): string {
  const { place, id, key, time, reason, written, value } = letter;
  const fields = {
    ...{ partition: place.partition, offset: String(place.offset), id, key, reason },
    ...{ time: isoTime(time), dead_letter_time: isoTime(written), bytes: value?.length ?? 0 },
  };
  return `${JSON.stringify(withValue ? { ...fields, value: firstBytes(letter) } : fields)}\n`;
}

/** Ids, keys, reasons and values come from whoever sent them: a terminal must not obey them. */
export const printable = (text: string) =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

function firstBytes({ value }: KeptLetter): string {
  if (value === null) return '(none)';
  const text = value.subarray(0, shownBytes).toString();
  return value.length > shownBytes ? `${text}… (${value.length} bytes)` : text;
}

function isoTime(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
