import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import type { AppProcess } from '@tributary/testing/processes/processes';
import type { Platform } from '@tributary/testing/processes/platform';
import type { AppName } from '@tributary/testing/processes/processes-platform';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Resource } from '../client/client.js';
import { reportRows } from '../client/report.js';
import { newTenant } from '../client/tenant.js';

/** Every `invalidEvery`th line is invalid. */
const invalidEvery = 1_000;
/** Number of people in the file. */
const people = 1_000;
/** Enough for the import and the kills on a busy machine. */
const importTimeout = { within: 360_000, every: 250 };

type Execution = Resource & { status: string; completed_tasks: number; result: Record<string, unknown> | null };

function file(lines: number): string {
  const line = (n: number) =>
    n % invalidEvery === 0
      ? `{"$type":"SITE_VISIT","$site_id":"line ${n} has no identifier"}`
      : `{"$type":"SITE_VISIT","$site_id":"1","$user_agent_id":"kill-${n % people}"}`;
  return Array.from({ length: lines }, (_, index) => line(index + 1)).join('\n');
}

/** A large import during which processes are killed. Afterwards every line is checked. */
export class ImportUnderKills {
  private client: Client;
  private datamart_id: string;
  private path: string;

  /** @param lines of the file, a multiple of the number of people */
  constructor(
    private readonly databaseUrl: () => string,
    private readonly lines = 25_000,
  ) {}

  async start(url: string, token: string): Promise<void> {
    this.client = new Client(url, token);
    ({ datamart_id: this.datamart_id } = await newTenant(this.client));
    const imports = `/datamarts/${this.datamart_id}/document_imports`;
    const request = {
      document_type: 'USER_ACTIVITY',
      mime_type: 'APPLICATION_X_NDJSON',
      encoding: 'utf-8',
      name: 'kills',
    };
    const { id } = await this.client.post(imports, request);
    const headers = { 'content-type': 'application/x-ndjson' };
    const execution = await this.client.post(`${imports}/${id}/executions`, file(this.lines), headers);
    this.path = `${imports}/${id}/executions/${execution.id}`;
  }

  get datamart(): string {
    return this.datamart_id;
  }

  /**
   * Kills one process at a time with kill -9 at random moments, `times` times or until the import ends.
   *
   * @returns the number of kills
   */
  async kill(processes: AppProcess[], times: number): Promise<number> {
    for (let kills = 0; kills < times; kills++) {
      await sleep(randomInt(50, 800));
      if (await this.hasEnded()) return kills;
      const victim = processes[kills % processes.length] as AppProcess;
      await victim.kill();
      await victim.start();
    }
    return times;
  }

  /** Expects every line to be counted once and applied once. */
  async expectEveryLineOnce(): Promise<void> {
    const { lines } = this;
    const invalid = lines / invalidEvery;
    const { result } = await eventually(async () => {
      const execution = await this.execution();
      expect(execution.status).toBe('SUCCEEDED');
      return execution;
    }, importTimeout);
    expect(result).toMatchObject({ total_success: lines - invalid, total_failure: invalid });
    expect(await this.stored()).toEqual({
      rows: lines - invalid,
      activities: lines - invalid,
      people: people - people / invalidEvery,
    });
    await eventually(async () => {
      const [row] = await reportRows(this.client, `/datamarts/${this.datamart_id}`, ['users', 'sessions']);
      expect(row).toEqual([people - people / invalidEvery, lines - invalid]);
    }, importTimeout);
    expect(await this.failedLines(String(result?.['error_file_uri']))).toEqual(
      Array.from({ length: invalid }, (_, index) => (index + 1) * invalidEvery),
    );
  }

  /** Counts the stored rows of the import. A test of the check passes a copy of the table. */
  async stored(table = 'tracking_ingest.activities') {
    const { rows } = await queryDatabase<{ rows: number; activities: number; people: number }>(
      this.databaseUrl(),
      `select count(*)::int as rows, count(distinct activity_id)::int as activities,
        count(distinct user_point_id)::int as people from ${table} where datamart_id = ${Number(this.datamart_id)}`,
    );
    return rows[0];
  }

  private async failedLines(uri: string): Promise<number[]> {
    const read = () => this.client.call<string>('GET', `/data_file/data?uri=${encodeURIComponent(uri)}`);
    const { body } = await this.client.withRetries(read);
    return body
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { line: number }).line);
  }

  /** Retries, because a starting process answers 503. */
  private execution = () => eventually(() => this.client.get<Execution>(this.path), importTimeout);
  hasEnded = async () => (await this.execution()).status === 'SUCCEEDED';
}

/** Runs one import after the other, each in a new datamart, until the processes were killed `times` times. Checks each import. */
export async function importUnderKills(
  platform: Platform,
  databaseUrl: () => string,
  victims: AppName[],
  times: number,
): Promise<ImportUnderKills> {
  let left = times;
  for (;;) {
    const underKills = new ImportUnderKills(databaseUrl);
    await underKills.start(platform.url, platform.token);
    left -= await underKills.kill(
      victims.map((name) => platform.process(name)),
      left,
    );
    await underKills.expectEveryLineOnce();
    if (left === 0) return underKills;
  }
}
