import { maxTs, parseDate, roundDown } from '@tributary/contracts/rules/date-math';
import { defaultTimeZone, ReportZone } from '@tributary/contracts/rules/report-zone';
import { dayMs } from '@tributary/contracts/rules/time-units';

/** Keys of reports are local times of the report, and are shown as they are. */
const utc = new ReportZone(defaultTimeZone);

const months = 'January February March April May June July August September October November December'.split(' ');
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

const pad = (value: number, digits = 2) => String(value).padStart(digits, '0');
const twelve = (date: Date) => date.getUTCHours() % 12 || 12;

/** Moment's tokens, UTC; names in English. */
const tokens: Record<string, (date: Date) => string> = {
  YYYY: (date) => pad(date.getUTCFullYear(), 4),
  YY: (date) => pad(date.getUTCFullYear() % 100),
  Q: (date) => String(Math.floor(date.getUTCMonth() / 3) + 1),
  MMMM: (date) => months[date.getUTCMonth()] ?? '',
  MMM: (date) => (months[date.getUTCMonth()] ?? '').slice(0, 3),
  MM: (date) => pad(date.getUTCMonth() + 1),
  M: (date) => String(date.getUTCMonth() + 1),
  DD: (date) => pad(date.getUTCDate()),
  D: (date) => String(date.getUTCDate()),
  dddd: (date) => weekdays[date.getUTCDay()] ?? '',
  ddd: (date) => (weekdays[date.getUTCDay()] ?? '').slice(0, 3),
  GGGG: (date) => pad(thursday(date).getUTCFullYear(), 4),
  WW: (date) => pad(isoWeek(date)),
  W: (date) => String(isoWeek(date)),
  HH: (date) => pad(date.getUTCHours()),
  H: (date) => String(date.getUTCHours()),
  hh: (date) => pad(twelve(date)),
  h: (date) => String(twelve(date)),
  mm: (date) => pad(date.getUTCMinutes()),
  m: (date) => String(date.getUTCMinutes()),
  ss: (date) => pad(date.getUTCSeconds()),
  s: (date) => String(date.getUTCSeconds()),
  SSS: (date) => pad(date.getUTCMilliseconds(), 3),
  A: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  a: (date) => (date.getUTCHours() < 12 ? 'am' : 'pm'),
};

/** `[at]` is text as it is; of two tokens the longer one counts. */
const token = new RegExp(`\\[([^\\]]*)\\]|${Object.keys(tokens).join('|')}`, 'g');

/** The year and the week of an ISO week are those of its Thursday. */
const thursday = (date: Date) => new Date(roundDown(date.getTime(), 'w', utc) + 3 * dayMs);

function isoWeek(date: Date): number {
  const day = thursday(date);
  return Math.floor((day.getTime() - Date.UTC(day.getUTCFullYear(), 0)) / (7 * dayMs)) + 1;
}

/** Writes an instant (epoch ms) by moment's tokens, UTC: `YYYY-MM-DD HH:mm`. */
export function formatDate(ts: number, format: string): string {
  const date = new Date(ts);
  return format.replaceAll(token, (found: string, literal?: string) => literal ?? tokens[found]?.(date) ?? found);
}

/** `date_yyyymmdd` and `date_yyyymmddhh`. */
const compact = /^(\d{4})(\d{2})(\d{2})(\d{2})?$/;
/** `date_time`: epoch ms. Shorter numbers would be guesses. */
const epochMs = /^\d{11,15}$/;

/** The instant of a key of a report, epoch ms; undefined when the key is no date. */
export function readDateKey(key: string): number | undefined {
  const [, year, month, day, hour] = compact.exec(key) ?? [];
  const iso = year ? `${year}-${month}-${day}${hour ? `T${hour}` : ''}` : key.replace(/^(\S{10}) (?=\d)/, '$1T');
  if (/^\d{4}-/.test(iso) && !iso.includes('||')) return parseDate(iso, 0, utc)?.ts;
  return epochMs.test(key) && Number(key) <= maxTs ? Number(key) : undefined;
}
