import { Injectable, Logger, type Provider } from '@nestjs/common';
import { insertOutbox } from '@tributary/bus/outbox/outbox';
import { eventsRecorded } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { recordWith } from '@tributary/database/audit/audited-request';
import { DataSource } from 'typeorm';
import type { Platform } from '../platform.js';
import { Upkeep } from '../repeater.js';
import { publishEvents, ReadEvents } from './read-events.js';
import { toEvent, toEvents } from './to-event.js';

const publishEveryMs = 500;

/** Publishes reads while the app runs, and those that wait at its stop. */
@Injectable()
class AuditLifecycle extends Upkeep {
  private readonly logger = new Logger('audit');

  constructor(private readonly reads: ReadEvents) {
    super();
    this.repeat(() => this.reads.publish(), {
      everyMs: publishEveryMs,
      onError: (error) => this.logger.warn(`cannot publish reads of people for the audit: ${String(error)}`),
    });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.reads.publish().catch(() => undefined);
  }
}

/** Records the audited operations of an app with an outbox, which lists `eventsRecorded` among its topics. */
export const auditProviders = (app: string, { bus, metrics }: Platform): Provider[] => [
  {
    provide: ReadEvents,
    useFactory: (dataSource: DataSource) => {
      const reads = new ReadEvents(bus.publisher);
      watchReads(metrics, app, reads);
      recordWith(dataSource, {
        write: async (client, request, changes) => {
          const events = toEvents(request, changes);
          await insertOutbox(client, eventsRecorded, [{ id: events[0]?.id ?? uuid7(), value: { events } }]);
        },
        read: (request) => {
          const event = toEvent(request);
          if (event.credential_kind === 'SIGNATURE') reads.count(event);
          else reads.add(event);
        },
        readNow: (request) => publishEvents(bus.publisher, [toEvent(request)]),
      });
      return reads;
    },
    inject: [DataSource],
  },
  AuditLifecycle,
];

function watchReads(metrics: Platform['metrics'], app: string, reads: ReadEvents): void {
  metrics.addGauge({
    name: 'tributary_audit_reads_waiting',
    help: 'Reads of people that are not published for the audit yet',
    labelNames: ['module'],
    read: () => Promise.resolve([{ labels: { module: app }, value: reads.size }]),
  });
  metrics.addGauge({
    name: 'tributary_audit_reads_lost',
    help: 'Reads of people since the start that found no room to wait for the audit',
    labelNames: ['module'],
    read: () => Promise.resolve([{ labels: { module: app }, value: reads.lost }]),
  });
}
