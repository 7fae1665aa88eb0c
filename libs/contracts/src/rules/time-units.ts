/** Durations in milliseconds. Days are UTC days, which all have the same length. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The UTC day of a time, as `2026-01-31`. */
export const isoDay = (ts: number): string => new Date(ts).toISOString().slice(0, 10);

/**
 * Abbreviations that ICU, and so Node.js, takes as zones of its own. The IANA database does not have them, and they mislead:
 * `BST` would be Dhaka, `AST` Anchorage.
 */
const icuNames =
  /^(?:systemv\/.*|act|aet|agt|art|ast|bet|bst|cat|cnt|cst|ctt|eat|ect|iet|ist|jst|mit|net|nst|plt|pnt|prt|pst|sst|vst)$/i;

/** The message about a name that is none. */
export const timeZoneRule = 'must be a time zone of the IANA database, like Europe/Paris';

/** Whether a name is in the IANA database. Offsets are not: not every runtime knows them. */
export function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Za-z]/.test(name) && !icuNames.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
    );
  } catch {
    return false;
  }
}
