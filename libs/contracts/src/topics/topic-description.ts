import type { z } from 'zod';
import type { Retention, Topic } from './topic.js';

export const appNames = [
  'activity-analysis',
  'admin',
  'analytics',
  'gateway',
  'import-worker',
  'tracking-ingest',
  'warehouse-metadata',
] as const;
export type AppName = (typeof appNames)[number];

/** The fields of `docs/asyncapi.json` about a topic beyond its definition. */
export interface TopicDocumentation<T> {
  /** The meaning of a message, in one sentence. */
  summary: string;
  /** The form of the key, by which messages are ordered. */
  key: string;
  producers: AppName[];
  /** `<app>.<handler>`: consumer groups, each of which gets every message; of a compacted topic each process does, without a group. */
  consumers: string[];
  /** Apps that follow it while a client looks: from its end, without a group. */
  followers?: AppName[];
  /** A valid message. */
  example: NoInfer<T>;
}

/** A topic with its documentation, as in `docs/asyncapi.json`. */
export interface TopicDescription extends Omit<TopicDocumentation<unknown>, 'example'> {
  topic: { name: string; schema: z.ZodType; partitions: number; retention: Retention; bundled?: boolean };
  example: { key: string; value: unknown };
}

export const describeTopic = <T>(
  topic: Topic<T>,
  { example, ...documentation }: TopicDocumentation<T>,
): TopicDescription => ({ ...documentation, topic, example: { key: topic.key(example), value: example } });
