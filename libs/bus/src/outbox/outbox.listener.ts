import { poolOf } from '@tributary/database/data-source';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { outboxChannel } from './outbox.js';

/** The pause between two attempts to connect. */
const reconnectMs = 250;

/** Listens for notifications of new outbox rows, on a connection of its own. Reconnects when it is lost. */
export class OutboxListener {
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private isRunning = false;

  /** @param onNotify called with the partition of each notification, and without one after each connect */
  constructor(
    private readonly dataSource: DataSource,
    private readonly onNotify: (partition?: number) => void,
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
    // `end` follows and reconnects. Without a listener the error would end the process.
    client.on('error', () => undefined);
    client.once('end', () => this.reconnect());
    client.on('notification', ({ payload }) => this.onNotify(payload ? Number(payload) : undefined));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(outboxChannel(this.dataSource.driver.schema ?? 'public'))}`);
      this.onNotify();
    } catch {
      await client.end();
    }
  }

  private reconnect(): void {
    if (this.isRunning) this.timer = setTimeout(() => void this.connect(), reconnectMs);
  }
}
