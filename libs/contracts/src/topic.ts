import type { z } from 'zod';

/** How long a topic keeps its messages: a number of days, or for ever the latest of each key. */
export type Retention = { days: number } | 'compact';

/** Everything the platform knows of a topic. `deploy/topics.yaml` is generated from these. */
export interface Topic<T> {
  /** `<domain>.<past-tense-fact>.v<n>`; within a version only optional additions. */
  name: string;
  schema: z.ZodType<T>;
  /** Messages of one key are handled in the order they were published. */
  key: (value: T) => string;
  partitions: number;
  retention: Retention;
  /**
   * Its consumers pay for each batch more than for what is in it: an outbox sends what comes within half a second of the
   * last messages together, and at once what comes after a pause.
   */
  gathers?: boolean;
}

export const topic = <T>(definition: Topic<T>): Topic<T> => definition;

/** Where a message goes that no handler can process, with the reason. */
export const deadLetterTopic = (name: string) => `${name}.dlq`;
