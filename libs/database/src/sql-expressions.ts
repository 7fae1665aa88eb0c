/** The pattern of LIKE and ILIKE for texts that contain the word. `%`, `_` and `\` in it mean themselves. */
export const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** How far the clocks of processes may be apart, milliseconds. */
const maxSkewMs = 5 * 60_000;

/** SQL for a time of another process, epoch milliseconds, that is not ahead of the clock of the database by more than that. */
export const notAhead = (time: string): string =>
  `least(${time}::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint + ${maxSkewMs})`;

/** The time by the clock of the database. An index is searched by it; `clock_timestamp()` itself is tried on each row. */
export const readNow = '(select clock_timestamp())';
