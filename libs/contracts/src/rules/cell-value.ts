/** How the text of a cell is read. A date without a time zone is one of UTC; days come before months in `DMY`. */
export const valueForms = ['TEXT', 'NUMBER', 'BOOLEAN', 'ISO', 'DMY', 'MDY', 'MILLISECONDS', 'SECONDS'] as const;
export type ValueForm = (typeof valueForms)[number];

export const dateForms: readonly ValueForm[] = ['ISO', 'DMY', 'MDY', 'MILLISECONDS', 'SECONDS'];

/** A double keeps so many digits of any number. */
const maxDigits = 15;
const decimal = /^-?\d+(?:\.\d+)?$/;
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?)? ?(Z|[+-]\d{2}:?\d{2})?$/i;
const numbered = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;
const words: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
};

/** The value of a cell that is not empty; dates are epoch ms. Undefined if the text does not have the form. */
export function readCell(cell: string, form: ValueForm): string | number | boolean | undefined {
  const text = cell.trim();
  switch (form) {
    case 'TEXT':
      return cell;
    case 'NUMBER':
      // JSON has no minus zero.
      return decimal.test(text) && digitsOf(text) <= maxDigits ? Number(text) + 0 : undefined;
    case 'BOOLEAN':
      return Object.hasOwn(words, text.toLowerCase()) ? words[text.toLowerCase()] : undefined;
    default:
      return readDate(text, form);
  }
}

function readDate(text: string, form: ValueForm): number | undefined {
  if (form === 'MILLISECONDS' || form === 'SECONDS') {
    if (!/^\d{1,14}$/.test(text)) return undefined;
    return Number(text) * (form === 'SECONDS' ? 1_000 : 1);
  }
  if (form === 'ISO') {
    const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] =
      iso.exec(text) ?? [];
    return instantOf([year, month, day, hour, minute, second, fraction.slice(0, 3).padEnd(3, '0')], offsetOf(zone));
  }
  const [, first, second, year, hour = '0', minute = '0', seconds = '0'] = numbered.exec(text) ?? [];
  const [day, month] = form === 'DMY' ? [first, second] : [second, first];
  return instantOf([year, month, day, hour, minute, seconds, '0'], 0);
}

/** Undefined for a date that no calendar has. */
function instantOf(parts: readonly (string | undefined)[], offset: number): number | undefined {
  const [year, month, day, hour, minute, second, ms] = parts.map(Number);
  if (year === undefined || month === undefined || Number.isNaN(year)) return undefined;
  const ts = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  const date = new Date(ts);
  const isSame =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour && Number(minute) < 60;
  return isSame && Number(second) < 60 ? ts - offset : undefined;
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -offset : offset;
}

const digitsOf = (text: string) => text.replace(/\D/g, '').length;
