import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { AnyTopic, Consumption } from './consume.js';
import type { Received, Rejection } from './message.js';

const defaultMaxBatch = 500;

/** One handler of one topic, as a strategy runs it. */
export interface Consumer {
  topic: AnyTopic;
  group: string;
  broadcast: boolean;
  maxBatch: number;
  concurrency: number;
  /** Undefined: as the strategy has it. */
  lanes?: number | undefined;
  handle: (batch: Received<unknown>[]) => Promise<Rejection[]>;
}

/** Makes a consumer of what Nest registers for a method marked with `@Consume`. */
export function toConsumer(callback: MessageHandler, extras: Partial<Consumption>): Consumer {
  const { topic, group, broadcast = false, maxBatch = defaultMaxBatch, concurrency = 1, lanes } = extras;
  if (!topic || !group) throw new Error('The bus runs handlers marked with @Consume only');
  return { topic, group, broadcast, maxBatch, concurrency, lanes, handle: (batch) => call(callback, batch) };
}

/** Nest hands over errors and, where interceptors are about, results as an Observable. */
async function call(callback: MessageHandler, batch: Received<unknown>[]): Promise<Rejection[]> {
  const result: unknown = await callback(batch);
  const rejections: unknown = isObservable(result) ? await lastValueFrom(result, { defaultValue: [] }) : result;
  return Array.isArray(rejections) ? (rejections as Rejection[]) : [];
}
