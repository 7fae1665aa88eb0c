import { Controller, type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { topic, type Topic } from '@tributary/contracts/topic';
import { eventually } from '@tributary/testing/eventually';
import { z } from 'zod';
import type { BusLogger } from '../src/bus-logger.js';
import type { BusStrategy } from '../src/bus.strategy.js';
import { Consume, type ConsumeOptions } from '../src/consume.js';
import type { Received, Rejection } from '../src/message.js';
import type { Publisher, PublisherLimits } from '../src/publisher.js';

export const Step = z.object({ key: z.string(), step: z.number() });
export type Step = z.infer<typeof Step>;
export type StepHandler = (batch: Received<Step>[]) => Promise<Rejection[]> | Rejection[] | void;

export const silent: BusLogger = { warn: () => {}, debug: () => {} };
export const quickRetry = { attempts: 3, firstDelayMs: 10, maxDelayMs: 100 };

let made = 0;
/** A topic nobody has used before: Kafka remembers. */
export const aTopic = (settings: Partial<Topic<Step>> = {}): Topic<Step> =>
  topic({
    name: `test.stepped-${process.pid}-${++made}.v1`,
    schema: Step,
    key: ({ key }) => key,
    partitions: 4,
    retention: { days: 1 },
    ...settings,
  });

/** Steps 0 to count - 1, over so many keys; the id says both. */
export const steps = (count: number, keys = 1) =>
  Array.from({ length: count }, (_, step) => ({ id: `s-${step}`, value: { key: `k-${step % keys}`, step } }));

export interface Letter {
  id: string;
  reason: string;
  value: unknown;
}

/** One process's end of the bus. */
export interface Connected {
  publisher: Publisher;
  strategy: BusStrategy;
  /** Disconnects what publishes. */
  close(): Promise<void>;
}

/** A bus that the contract is tested on. */
export interface BusUnderTest {
  prepare(topic: Topic<Step>, options?: { deadLetters: boolean }): Promise<void>;
  connect(limits?: Partial<PublisherLimits>): Connected;
  deadLetters(topic: Topic<Step>): Promise<Letter[]>;
  /** After a `prepare` without dead letters, and before. */
  repairDeadLetters(topic: Topic<Step>): Promise<void>;
  /** No message gets any further until `thaw`. */
  freeze(): Promise<void>;
  thaw(): void;
  close(): Promise<void>;
}

/** A controller with one handler, as an app would declare it. */
export function handlerOf(topic: Topic<Step>, options: Partial<ConsumeOptions>, handle: StepHandler): Type {
  @Controller()
  class StepsHandler {
    @Consume(topic, { group: `test.${topic.name}`, ...options })
    async handle(batch: Received<Step>[]): Promise<Rejection[]> {
      return (await handle(batch)) ?? [];
    }
  }
  return StepsHandler;
}

/** An app on the bus; `close` is what it does on SIGTERM. */
export type RunningBus = Connected;

class TestModule {}

/** A real Nest microservice on one end of the bus, ready. */
export async function run(connected: Connected, controllers: Type[]): Promise<RunningBus> {
  const module: DynamicModule = { module: TestModule, controllers };
  const app = await NestFactory.createMicroservice(module, { strategy: connected.strategy, logger: false });
  await app.listen();
  await eventually(() => {
    const { ready, waitingFor } = connected.strategy.readiness();
    if (!ready) throw new Error(`waits for ${waitingFor.join(', ')}`);
  });
  const close = async () => {
    await app.close();
    await connected.close();
  };
  return { ...connected, close };
}

/** Notes what a handler has finished with. */
export class Handled {
  readonly messages: Received<Step>[] = [];

  readonly note = (batch: Received<Step>[]): void => void this.messages.push(...batch);

  get ids(): string[] {
    return this.messages.map(({ id }) => id);
  }

  /** The steps of one key, in the order they were handled. */
  stepsOf(key: string): number[] {
    return this.messages.filter((message) => message.key === key).map(({ value }) => value.step);
  }
}

/** A gate that handlers wait at. */
export function aGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

export const outcomeOf = (published: Promise<void>): Promise<'acknowledged' | 'refused'> =>
  published.then(
    () => 'acknowledged' as const,
    () => 'refused' as const,
  );
