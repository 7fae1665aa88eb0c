import type { z } from 'zod';

/** How long a topic keeps its messages: for some days, or (compacted) the latest message of each key for ever. */
export type Retention = { days: number } | 'compact';

/** The definition of a topic. `deploy/topics.yaml` is generated from all definitions. */
export interface Topic<T> {
  /** `<domain>.<past-tense-fact>.v<n>`. Within a version, fields are only added, as optional ones. */
  name: string;
  schema: z.ZodType<T>;
  /** The messages of one key are handled in the order in which they were published. */
  key: (value: T) => string;
  partitions: number;
  retention: Retention;
  /**
   * For consumers that pay a high fixed cost per batch. After it has published, the outbox collects messages for a second
   * before it publishes again (like `linger.ms`). The first message after a pause goes out at once.
   */
  lingers?: boolean;
  /**
   * Messages that wait for the same partition are written as one record, a bundle (`docs/asyncapi.json` has the format).
   * Consumers get the messages, with `bundlePosition` instead of `position`. Not for compacted topics, which keep one
   * record of each key.
   */
  bundled?: boolean;
}

type Definition<T> = Omit<Topic<T>, 'retention'> & Partial<Pick<Topic<T>, 'retention'>>;

/** By default a topic keeps its messages for 7 days. */
export const topic = <T>(definition: Definition<T>): Topic<T> => ({ retention: { days: 7 }, ...definition });

/** The topic of the messages that no handler could process, with the reasons. */
export const deadLetterTopic = (name: string) => `${name}.dlq`;
