import { z } from 'zod';

/** A name of the IANA database. Offsets are rejected, because not every runtime knows them. */
export const TimeZone = z.string().refine(isTimeZone, 'must be a time zone of the IANA database, like Europe/Paris');

function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
