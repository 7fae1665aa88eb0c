import { poolOf } from '@tributary/database/data-source';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { outboxChannel } from './outbox.js';

/** Between two attempts to reach the database. */
const reconnectMs = 250;

/** Hears of new outbox rows, on a connection of its own that it makes anew whenever it is lost. */
export class OutboxListener {
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private isRunning = false;

  /** `onNews` is called for each notification, with its lane, and after each connect for those that nobody heard. */
  constructor(
    private readonly dataSource: DataSource,
    private readonly onNews: (lane?: number) => void,
  ) {}

  start(): void {
    this.isRunning = true;
    void this.connect();
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    clearTimeout(this.timer);
    await this.client?.end();
  }

  private async connect(): Promise<void> {
    const client = new Client(poolOf(this.dataSource).options);
    this.client = client;
    // Followed by `end`, which connects anew; without a listener it would end the process.
    client.on('error', () => undefined);
    client.once('end', () => this.reconnect());
    client.on('notification', ({ payload }) => this.onNews(payload ? Number(payload) : undefined));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(outboxChannel(this.dataSource.driver.schema ?? 'public'))}`);
      this.onNews();
    } catch {
      await client.end();
    }
  }

  private reconnect(): void {
    if (this.isRunning) this.timer = setTimeout(() => void this.connect(), reconnectMs);
  }
}
