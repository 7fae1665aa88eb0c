import type { StoredDeadLetter } from '@tributary/bus/dead-letters/dead-letter-log';

/** Number of bytes of a value that are shown. */
const shownBytes = 200;

/** Formats a dead letter as text lines. */
export function showDeadLetter(deadLetter: StoredDeadLetter, withValue: boolean): string {
  const { position, id, key, reason, written } = deadLetter;
  const head = `${position.partition}/${position.offset}  ${new Date(written).toISOString()}  id ${printable(id)}  key ${printable(key)}`;
  const lines = [head, `    ${printable(reason)}`];
  if (withValue) lines.push(`    ${printable(firstBytes(deadLetter))}`);
  return `${lines.join('\n')}\n`;
}

/** Formats a dead letter as a JSON object on one line. */
export function deadLetterAsJson(deadLetter: StoredDeadLetter, withValue: boolean): string {
  const { position, id, key, time, reason, written, value } = deadLetter;
  const fields = {
    partition: position.partition,
    offset: String(position.offset),
    id,
    key,
    reason,
    time: isoTime(time),
    dead_letter_time: isoTime(written),
    bytes: value?.length ?? 0,
  };
  return `${JSON.stringify(withValue ? { ...fields, value: firstBytes(deadLetter) } : fields)}\n`;
}

/** Escapes control characters: ids, keys, reasons and values come from clients and must not control the terminal. */
export const printable = (text: string) =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

function firstBytes({ value }: StoredDeadLetter): string {
  if (value === null) return '(none)';
  const text = value.subarray(0, shownBytes).toString();
  return value.length > shownBytes ? `${text}… (${value.length} bytes)` : text;
}

function isoTime(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
