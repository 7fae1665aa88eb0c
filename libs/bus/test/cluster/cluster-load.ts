import { setTimeout as sleep } from 'node:timers/promises';
import type { Publisher } from '../../src/publishing/publisher.js';
import { keysOf, type PlacedPartition } from './placed-topics.js';

const keysOfPartition = 2;
/** Publications of one key that wait at the same time. */
const pipelined = 2;
const pauseMs = 25;

/** One publication of one message. */
export interface Publication {
  id: string;
  partition: PlacedPartition;
  key: string;
  step: number;
  start: number;
  ms: number;
  /** Undefined: acknowledged. */
  error?: Error;
}

/** Publishes to all partitions at the same time, each message once, and keeps the outcomes. */
export class ClusterLoad {
  readonly publications: Publication[] = [];
  private readonly callers: Promise<void>[];
  private isStopped = false;

  constructor(
    private readonly publisher: Publisher,
    partitions: PlacedPartition[],
  ) {
    this.callers = partitions.flatMap((partition) =>
      keysOf(partition, keysOfPartition).map((key) => this.call(partition, key)),
    );
  }

  /** The publications that started then and are settled. */
  readonly startedBetween = (from: number, to: number): Publication[] =>
    this.publications.filter(({ start }) => start >= from && start < to);

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.callers);
  }

  private async call(partition: PlacedPartition, key: string): Promise<void> {
    for (let step = 0; !this.isStopped; step += pipelined) {
      const steps = Array.from({ length: pipelined }, (_, index) => step + index);
      await Promise.all(steps.map((each) => this.publish(partition, key, each)));
      await sleep(pauseMs);
    }
  }

  private async publish(partition: PlacedPartition, key: string, step: number): Promise<void> {
    const id = `${partition.name}/${key}/${step}`;
    const start = performance.now();
    const error = await this.publisher.publish(partition.topic, [{ id, value: { key, step } }]).then(
      () => ({}),
      (reason: Error) => ({ error: reason }),
    );
    this.publications.push({ id, partition, key, step, start, ms: performance.now() - start, ...error });
  }
}
