/** The activities of one datamart that wait for one analyzer. */
export interface QueueKey {
  analyzer_id: string;
  datamart_id: string;
}

/** The same text for the same queue; erasures compare it in SQL. */
export const queueName = ({ analyzer_id, datamart_id }: QueueKey) => `${analyzer_id}/${datamart_id}`;

/** In one order, so that transactions that lock several queues never wait for each other. */
export const byQueue = (a: QueueKey, b: QueueKey) =>
  compare(a.analyzer_id, b.analyzer_id) || compare(a.datamart_id, b.datamart_id);

export const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);
