import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { AnyTopic, HandlerExtras } from './consume.js';
import type { Received, Rejection } from './message.js';

const defaultMaxBatch = 500;

/** One handler of one topic, as a strategy runs it. */
export interface Consumer {
  topic: AnyTopic;
  group: string;
  broadcast: boolean;
  mayStayEmpty: boolean;
  soleOwner: boolean;
  startsLast: boolean;
  maxBatch: number;
  concurrency: number;
  /** Undefined: the strategy's default. */
  inProcessConcurrency?: number | undefined;
  handle: (batch: Received<unknown>[]) => Promise<Rejection[]>;
}

/** Makes a consumer from the handler that Nest registers for a method marked with `@Consume`. */
export function toConsumer(callback: MessageHandler, extras: Partial<HandlerExtras>): Consumer {
  const { topic, group, broadcast = false, soleOwner = false, startsLast = false, inProcessConcurrency } = extras;
  const { maxBatch = defaultMaxBatch, concurrency = 1, mayStayEmpty = false } = extras;
  if (!topic || !group) throw new Error('The bus only runs handlers marked with @Consume');
  return {
    topic,
    group,
    broadcast,
    mayStayEmpty,
    soleOwner,
    startsLast,
    maxBatch,
    concurrency,
    inProcessConcurrency,
    handle: (batch) => call(callback, batch),
  };
}

/** Nest returns errors as an Observable, and with interceptors also results. */
async function call(callback: MessageHandler, batch: Received<unknown>[]): Promise<Rejection[]> {
  const result: unknown = await callback(batch);
  const rejections: unknown = isObservable(result) ? await lastValueFrom(result, { defaultValue: [] }) : result;
  return Array.isArray(rejections) ? (rejections as Rejection[]) : [];
}
