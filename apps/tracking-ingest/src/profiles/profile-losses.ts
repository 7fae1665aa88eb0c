/**
 * Counts of this process: the limits of a profile are met deep inside of transactions. A transaction that is repeated
 * counts again.
 */
export const profileLosses = {
  /** Writes of events. */
  refusedWrites: 0,
  /** Properties of merged people. */
  leftOutProperties: 0,
};
