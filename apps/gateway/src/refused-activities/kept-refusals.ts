import { randomUUID } from 'node:crypto';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Outgoing } from '@tributary/bus/messages/message';
import { Publisher } from '@tributary/bus/publishing/publisher';
import { activitiesRefused } from '@tributary/contracts/topics/topics';
import type { ActivitiesRefused, ReceivedRefusal } from '@tributary/contracts/refusals/refused-activity';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { publishUntilClosed } from '../publish-until-closed.js';
import { RefusalQueue } from './refusal-queue.js';
import { toReceivedRefusal, type WaitingRefusal } from './to-received-refusal.js';

/** A gateway that is killed loses the refusals and counts of this time. */
const everyMs = 250;
/** Published in one run: while requests keep the process busy, few, so that collecting is not slower. */
const paces = { idle: { rows: 1_000, bytes: 4 * 1_024 * 1_024 }, busy: { rows: 100, bytes: 64 * 1_024 } };
/** Share of the time from which on the process is busy. */
const busyUtilization = 0.5;
/** A busy process pauses so many times as long as reading the refusals has taken: a single body may be 1 MiB. */
const pauses = 100;
/** Characters of one message: with escapes far below the limit of the topic. */
const maxMessageLength = 400_000;

/** Publishes what this gateway has refused, for tracking-ingest to keep. No request waits for it. */
@Injectable()
export class KeptRefusals implements OnModuleInit {
  private readonly instance = randomUUID();
  private readonly queue = new RefusalQueue<WaitingRefusal>();
  private number = 0;
  /** Published again unchanged until it succeeds: the consumer knows them by their numbers. */
  private unsent: Outgoing<ActivitiesRefused>[] = [];
  /** When the first of those that wait came; undefined while none does. */
  private utilization: EventLoopUtilization | undefined;
  private busyUntil = 0;

  constructor(
    private readonly publisher: Publisher,
    private readonly host: HttpAdapterHost,
  ) {}

  onModuleInit(): void {
    const publish = () => this.publish();
    publishUntilClosed(this.host, { everyMs, publish, publishRest: () => this.publishAll() });
  }

  add(refusal: WaitingRefusal): void {
    this.utilization ??= performance.eventLoopUtilization();
    this.queue.add(refusal);
  }

  /** Counts refusals that are not kept. */
  leaveOut(datamart_id: string, refusals: number): void {
    this.utilization ??= performance.eventLoopUtilization();
    this.queue.leaveOut(datamart_id, refusals);
  }

  private async publishAll(): Promise<void> {
    while (this.unsent.length > 0 || !this.queue.isEmpty) await this.publishSome(paces.idle);
  }

  private async publish(): Promise<void> {
    if (this.utilization === undefined) return;
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.utilization);
    this.utilization = now;
    if (utilization < busyUtilization) await this.publishSome(paces.idle);
    else if (performance.now() >= this.busyUntil) await this.publishSome(paces.busy);
    if (this.unsent.length === 0 && this.queue.isEmpty) this.utilization = undefined;
  }

  private async publishSome({ rows, bytes }: { rows: number; bytes: number }): Promise<void> {
    const start = performance.now();
    if (this.unsent.length === 0) this.unsent = this.messagesOf(this.queue.take(rows, bytes), this.queue.takeLeftOut());
    const end = performance.now();
    this.busyUntil = end + (end - start) * pauses;
    if (this.unsent.length === 0) return;
    await this.publisher.publish(activitiesRefused, this.unsent, { background: true });
    this.unsent = [];
  }

  private messagesOf(refusals: WaitingRefusal[], leftOut: Map<string, number>): Outgoing<ActivitiesRefused>[] {
    const messages: Outgoing<ActivitiesRefused>[] = [];
    const push = (datamart_id: string, some: ReceivedRefusal[], left_out: number) => {
      this.number += 1;
      const value = { datamart_id, instance: this.instance, number: this.number, refusals: some, left_out };
      messages.push({ id: uuid7(), value });
    };
    for (const [datamart_id, own] of Map.groupBy(refusals, (one) => one.datamart_id))
      for (const some of inMessages(own.map(toReceivedRefusal))) push(datamart_id, some, 0);
    for (const [datamart_id, count] of leftOut) push(datamart_id, [], count);
    return messages;
  }
}

function inMessages(refusals: ReceivedRefusal[]): ReceivedRefusal[][] {
  const messages: ReceivedRefusal[][] = [];
  let length = Infinity;
  for (const refusal of refusals) {
    const own = refusal.body.length + refusal.names.length * 25 + 1_500;
    if (length + own > maxMessageLength) {
      messages.push([]);
      length = 0;
    }
    messages.at(-1)?.push(refusal);
    length += own;
  }
  return messages;
}
