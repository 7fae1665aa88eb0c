/** So many polls after the last message may still find one that no notification has announced. */
const alertPolls = 10;
/** From then on one of so many polls asks the database. */
const restingPolls = 5;

/**
 * Whether a poll of an outbox asks the database. A relay that was notified and then found a partition locked looks again soon,
 * because the process that held the lock may have ended. An outbox without messages is asked seldom.
 *
 * @param quietPolls polls since the last message, this one included
 */
export const asksDatabase = (quietPolls: number): boolean =>
  quietPolls <= alertPolls || quietPolls % restingPolls === 0;
