import type { KafkaConnection } from './kafka/kafka-client.js';
import type { SuspectLog } from './suspects/suspect-log.js';

/** Where the suspect batches of a process are stored, as a value that another thread can be given. */
export type SuspectLogLocation = { deadLetterDirectory: string } | { connection: Omit<KafkaConnection, 'logger'> };

/** Loads only the transport that it needs. */
export async function openSuspectLog(location: SuspectLogLocation): Promise<SuspectLog> {
  if ('connection' in location) {
    const { KafkaSuspectLog } = await import('./kafka/kafka-suspect-log.js');
    const logger = { warn: () => {}, debug: () => {} };
    return new KafkaSuspectLog({ ...location.connection, logger });
  }
  const { FileSuspectLog } = await import('./in-process/file-suspect-log.js');
  return new FileSuspectLog(location.deadLetterDirectory);
}
