import { Controller, type DynamicModule, type INestMicroservice, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { topic, type Topic } from '@tributary/contracts/topics/topic';
import { eventually } from '@tributary/testing/eventually';
import { z } from 'zod';
import type { Bus, BusLogger } from '../src/bus.js';
import type { BusStrategy } from '../src/consuming/bus.strategy.js';
import { Consume, type ConsumeOptions } from '../src/messages/consume.js';
import type { Received, Rejection } from '../src/messages/message.js';
import type { Publisher, PublisherLimits } from '../src/publishing/publisher.js';

export const Step = z.object({ key: z.string(), step: z.number() });
export type Step = z.infer<typeof Step>;
export type StepHandler = (batch: Received<Step>[]) => Promise<Rejection[]> | Rejection[] | void;

export const silent: BusLogger = { warn: () => {}, debug: () => {} };
export const quickRetry = { attempts: 3, firstDelayMs: 10, maxDelayMs: 100 };

let made = 0;
/** A topic with a new name, because Kafka keeps the topics of earlier tests. */
export const aTopic = (settings: Partial<Topic<Step>> = {}): Topic<Step> =>
  topic({
    name: `test.stepped-${process.pid}-${++made}.v1`,
    schema: Step,
    key: ({ key }) => key,
    partitions: 4,
    retention: { days: 1 },
    ...settings,
  });

/** Messages with the steps 0 to count - 1, spread over the keys. */
export const steps = (count: number, keys = 1) =>
  Array.from({ length: count }, (_, step) => ({ id: `s-${step}`, value: { key: `k-${step % keys}`, step } }));

export interface WrittenDeadLetter {
  id: string;
  reason: string;
  value: unknown;
}

/** The connections of one process to the bus. */
export interface Connected {
  publisher: Publisher;
  strategy: BusStrategy;
  /** Disconnects the publishers. */
  close(): Promise<void>;
}

/** The same, with followers. */
export interface ConnectedBus extends Connected {
  follow: Bus['follow'];
}

/** A bus under the contract tests. */
export interface BusUnderTest {
  prepare(topic: Topic<Step>, options?: { deadLetters: boolean }): Promise<void>;
  connect(limits?: Partial<PublisherLimits>): ConnectedBus;
  deadLetters(topic: Topic<Step>): Promise<WrittenDeadLetter[]>;
  /** Makes dead letters writable after a `prepare` without them. */
  repairDeadLetters(topic: Topic<Step>): Promise<void>;
  /** Stops all delivery until `thaw`. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
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

/** A running app on the bus. `close` does what the app does on SIGTERM. */
export type RunningBus = Connected;

class TestModule {}

/** Starts a real Nest microservice on the bus. */
export async function listen(strategy: BusStrategy, controllers: Type[]): Promise<INestMicroservice> {
  const module: DynamicModule = { module: TestModule, controllers };
  const app = await NestFactory.createMicroservice(module, { strategy, logger: false });
  await app.listen();
  return app;
}

/** The same, and waits until it is ready. */
export async function run<C extends Connected>(connected: C, controllers: Type[]): Promise<C> {
  const app = await listen(connected.strategy, controllers);
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

/** Records the messages that a handler has finished. */
export class Handled {
  readonly messages: Received<Step>[] = [];

  readonly record = (batch: Received<Step>[]): void => void this.messages.push(...batch);

  get ids(): string[] {
    return this.messages.map(({ id }) => id);
  }

  /** The steps of one key, in the order they were handled. */
  stepsOf(key: string): number[] {
    return this.messages.filter((message) => message.key === key).map(({ value }) => value.step);
  }
}

/** A gate at which handlers wait until it is opened. */
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
