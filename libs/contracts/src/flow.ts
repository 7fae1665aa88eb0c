import type { z } from 'zod';
import type { Retention, Topic } from './topic.js';

export const appNames = [
  ...(['admin', 'analytics', 'gateway'] as const),
  ...(['import-worker', 'tracking-ingest', 'warehouse-metadata'] as const),
] as const;
export type AppName = (typeof appNames)[number];

export interface FlowDescription<T> {
  /** What a message tells. */
  summary: string;
  /** What messages are ordered by. */
  key: string;
  producer: AppName;
  /** Groups, `<app>.<handler>`: each gets every message. */
  consumers: string[];
  example: NoInfer<T>;
}

/** A topic with what is said of it in `docs/asyncapi.json`. */
export interface Flow extends Omit<FlowDescription<unknown>, 'example'> {
  topic: { name: string; schema: z.ZodType; partitions: number; retention: Retention };
  example: { key: string; value: unknown };
}

export const flow = <T>(topic: Topic<T>, { example, ...description }: FlowDescription<T>): Flow => ({
  ...description,
  topic,
  example: { key: topic.key(example), value: example },
});
