/**
 * Activities are not sent when they are older: the platform promises to know an id for 7 days. A minute less, for the way.
 */
export const maxAgeMs = 7 * 86_400_000 - 60_000;
/** A clock before it has never been set, as that of a device that has just started. */
const firstTime = Date.UTC(2000, 0);

/**
 * The age of an entry that another page or process has queued. A time of a clock that was wrong is no age.
 *
 * @param queuedAt by the clock of then
 */
export const ageOf = (queuedAt: number, now: number): number =>
  queuedAt >= firstTime && queuedAt <= now ? now - queuedAt : 0;
