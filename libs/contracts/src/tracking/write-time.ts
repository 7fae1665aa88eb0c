/** Clocks of clients are ahead by at most this. */
export const maxAheadMs = 10 * 60_000;

/**
 * The time from which a write of a choice or of a profile counts. A time of the future counts as the receipt: otherwise
 * nothing that the person does until then could win over it.
 *
 * @param ts epoch milliseconds, as a number or decimal text
 * @param received_ts of the request; in an import, the creation of the execution
 */
export const writeTime = <Time extends number | string>(ts: Time, received_ts: number): Time | number =>
  Number(ts) > received_ts + maxAheadMs ? received_ts : ts;
