import { z } from 'zod';
import { parseJson } from '../messages/parse-json.js';

/** A batch that was in hand when the thread was blocked, as it is stored. */
export const SuspectBatch = z.object({
  group: z.string(),
  topic: z.string(),
  /** The names of its messages, as in `BatchInHand`. */
  messages: z.array(z.string()),
  /** Whether the batch had one message only. */
  alone: z.boolean(),
  /** Epoch milliseconds. */
  time: z.number(),
});
export type SuspectBatch = z.infer<typeof SuspectBatch>;

/** Undefined for anything else: one damaged record must not hide the others. */
export const parseSuspectBatch = (text: string): SuspectBatch | undefined =>
  SuspectBatch.safeParse(parseJson(text)).data;

/** After this time a batch is not suspect any more: what was wrong with it has been handled, or is handled like before. */
export const suspectForMs = 24 * 60 * 60 * 1_000;

/** Stores suspect batches beyond the end of the process, for the process that gets their messages next. */
export interface SuspectLog {
  /** The batches are durable when it has resolved. */
  write(batches: SuspectBatch[]): Promise<void>;
  /** All batches of the groups written since the time. */
  read(since: number, groups: string[]): Promise<SuspectBatch[]>;
  /** The message is handled, or a dead letter: it is not suspect any more. */
  resolve(group: string, topic: string, message: string): Promise<void>;
  close(): Promise<void>;
}
