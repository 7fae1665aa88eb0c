import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Publisher } from '@tributary/bus/publisher';
import { hourMs, hourOf, type AcceptedTally } from '@tributary/contracts/activities-accepted';
import { activitiesAccepted } from '@tributary/contracts/topics';
import { uuid7 } from '@tributary/contracts/uuid';
import { Repeater } from '@tributary/runtime/repeater';
import type { FastifyInstance } from 'fastify';

/** How much a gateway that is killed may leave untold. */
const everyMs = 1_000;
/** Far below what a topic takes in one message. */
const talliesPerMessage = 1_000;
/** An activity is acknowledged or given up long before. */
const settledAfterMs = 10 * 60_000;

/** Counts what this gateway accepts by datamart and hour, and tells it: what is stored is held against it. */
@Injectable()
export class AcceptedTallies implements OnModuleInit, OnApplicationBootstrap {
  private readonly instance = randomUUID();
  private readonly tallies = new Map<string, AcceptedTally>();
  private readonly untold = new Set<AcceptedTally>();
  // What cannot be told now is told the next time; the publisher says why.
  private readonly repeater = new Repeater(() => this.tell(Date.now()), { everyMs, onError: () => undefined });

  constructor(
    private readonly publisher: Publisher,
    private readonly host: HttpAdapterHost,
  ) {}

  /** The last ones when the last request is answered: that is before the bus closes. */
  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onClose', async () => {
      await this.repeater.stop();
      await this.tell(Date.now()).catch(() => undefined);
    });
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  count(outcome: 'accepted' | 'unsure', datamart_id: string, received_ts: number): void {
    const hour_ts = hourOf(received_ts);
    const key = `${hour_ts}/${datamart_id}`;
    let tally = this.tallies.get(key);
    if (!tally) {
      tally = { datamart_id, hour_ts, accepted: 0, unsure: 0 };
      this.tallies.set(key, tally);
    }
    tally[outcome]++;
    this.untold.add(tally);
  }

  private async tell(now: number): Promise<void> {
    const { instance } = this;
    const tallies = [...this.untold];
    this.untold.clear();
    for (let start = 0; start < tallies.length; start += talliesPerMessage) {
      const some = tallies.slice(start, start + talliesPerMessage);
      // Copies: what is counted meanwhile is told the next time.
      const value = { instance, tallies: some.map((tally) => ({ ...tally })) };
      await this.publisher.publish(activitiesAccepted, [{ id: uuid7(), value }]).catch((error: unknown) => {
        for (const tally of tallies.slice(start)) this.untold.add(tally);
        throw error;
      });
    }
    this.forget(now);
  }

  private forget(now: number): void {
    for (const [key, tally] of this.tallies) {
      const isSettled = tally.hour_ts + hourMs + settledAfterMs < now;
      if (isSettled && !this.untold.has(tally)) this.tallies.delete(key);
    }
  }
}
