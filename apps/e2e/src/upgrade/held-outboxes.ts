import pg from 'pg';

/** Locks of outbox partitions: while they are held, what a transaction writes to these outboxes stays there. */
export class HeldOutboxes {
  private readonly client: pg.Client;

  private constructor(databaseUrl: string) {
    this.client = new pg.Client({ connectionString: databaseUrl });
    // The server may be killed meanwhile.
    this.client.on('error', () => undefined);
  }

  static async connect(databaseUrl: string): Promise<HeldOutboxes> {
    const held = new HeldOutboxes(databaseUrl);
    await held.client.connect();
    await held.client.query('begin');
    return held;
  }

  async hold(schema: string): Promise<void> {
    await this.client.query(`select from ${schema}.outbox_partition for update`);
  }

  /** The number of messages in the outbox. */
  async waiting(schema: string): Promise<number> {
    const { rows } = await this.client.query<{ waiting: number }>(
      `select count(*)::int as waiting from ${schema}.outbox`,
    );
    return rows[0]?.waiting ?? 0;
  }

  async release(): Promise<void> {
    await this.client.end();
  }
}
