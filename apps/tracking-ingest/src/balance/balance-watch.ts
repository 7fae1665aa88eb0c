import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Metrics } from '@tributary/runtime/metrics';
import { Repeater } from '@tributary/runtime/repeater';
import type { BalanceRepository } from './balance.repository.js';
import { states, sumUp, type BalanceSum } from './sum-up.js';

/** Every hour of every datamart is added up each time. */
const everyMs = 60_000;
const windowMs = 48 * 3_600_000;

export interface BalanceWatchOptions {
  balance: BalanceRepository;
  metrics: Metrics;
  onError: (error: unknown) => void;
  everyMs?: number;
}

/** Adds the balance of the last two days up from time to time, for the metrics. Every process tells the same. */
export class BalanceWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly repeater: Repeater;
  private sum?: BalanceSum;

  constructor(private readonly options: BalanceWatchOptions) {
    this.repeater = new Repeater(() => this.addUp(Date.now()), { everyMs, ...options });
    this.expose(options.metrics);
  }

  onApplicationBootstrap(): void {
    this.repeater.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.repeater.stop();
  }

  async addUp(now: number): Promise<void> {
    this.sum = sumUp(await this.options.balance.list(now - windowMs), now);
  }

  private expose(metrics: Metrics): void {
    metrics.addGauge({
      name: 'tributary_balance_activities',
      help: 'Activities of the last two days by state: accepted and unsure at the gateways, the others where they ended',
      labelNames: ['state'],
      read: () => {
        const { totals, in_flight = 0 } = this.sum ?? {};
        const ended = states.map((state) => ({ labels: { state }, value: totals?.[state] ?? 0 }));
        return [...ended, { labels: { state: 'in_flight' }, value: in_flight }];
      },
    });
    metrics.addGauge({
      name: 'tributary_balance_missing_activities',
      help: 'Accepted in hours that are over, and neither stored, rejected, nor duplicate',
      read: () => this.sum?.missing ?? 0,
    });
    metrics.addGauge({
      name: 'tributary_balance_surplus_activities',
      help: 'Come to an end of hours that are over, and never told of as accepted',
      read: () => this.sum?.surplus ?? 0,
    });
    metrics.addGauge({
      name: 'tributary_balance_datamart_difference',
      help: 'Missing (above 0) or surplus (below) activities of the datamarts where it is most; at most ten',
      labelNames: ['datamart'],
      read: () =>
        (this.sum?.worst ?? []).map(({ datamart_id, difference }) => ({
          labels: { datamart: datamart_id },
          value: difference,
        })),
    });
  }
}
