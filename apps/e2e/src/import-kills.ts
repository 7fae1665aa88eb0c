import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { queryDatabase } from '@tributary/testing/load-check';
import type { AppProcess } from '@tributary/testing/processes';
import type { AppName, Platform } from '@tributary/testing/processes-platform';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Resource } from './client.js';
import { reportRows } from './report.js';
import { newTenant } from './tenant.js';

/** Every `badEvery`th line is none that can be applied. */
const badEvery = 1_000;
/** People that the lines are about. */
const people = 5_000;
/** What the machine may take for all of it, with the kills. */
const ended = { within: 360_000, every: 250 };

type Execution = Resource & { status: string; completed_tasks: number; result: Record<string, unknown> | null };

function file(lines: number): string {
  const line = (n: number) =>
    n % badEvery === 0
      ? `{"$type":"SITE_VISIT","$site_id":"none of line ${n} is anybody"}`
      : `{"$type":"SITE_VISIT","$site_id":"1","$user_agent_id":"kill-${n % people}"}`;
  return Array.from({ length: lines }, (_, index) => line(index + 1)).join('\n');
}

/** An import of many lines, which is checked line by line when it has ended. */
export class ImportUnderKills {
  private client: Client;
  private datamart_id: string;
  private path: string;

  /** @param lines of the file, a multiple of the people that they are about */
  constructor(
    private readonly databaseUrl: () => string,
    private readonly lines = 100_000,
  ) {}

  async begin(url: string, token: string): Promise<void> {
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

  /** kill -9 at random instants, one of the processes at a time, until it was done so often or the import has ended. */
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

  /** Every line has been counted once and has had its effect once. */
  async expectEveryLineOnce(): Promise<void> {
    const { lines } = this;
    const bad = lines / badEvery;
    const { result } = await eventually(async () => {
      const execution = await this.execution();
      expect(execution.status).toBe('SUCCEEDED');
      return execution;
    }, ended);
    expect(result).toMatchObject({ total_success: lines - bad, total_failure: bad });
    expect(await this.stored()).toEqual({
      rows: lines - bad,
      activities: lines - bad,
      people: people - people / badEvery,
    });
    await eventually(async () => {
      const [row] = await reportRows(this.client, `/datamarts/${this.datamart_id}`, ['users', 'sessions']);
      expect(row).toEqual([people - people / badEvery, lines - bad]);
    }, ended);
    expect(await this.failedLines(String(result?.['error_file_uri']))).toEqual(
      Array.from({ length: bad }, (_, index) => (index + 1) * badEvery),
    );
  }

  /** What the database holds of the import; of another table when the check itself is checked. */
  async stored(table = 'tracking_ingest.activities') {
    const { rows } = await queryDatabase<{ rows: number; activities: number; people: number }>(
      this.databaseUrl(),
      `select count(*)::int as rows, count(distinct activity_id)::int as activities,
        count(distinct user_point_id)::int as people from ${table} where datamart_id = ${Number(this.datamart_id)}`,
    );
    return rows[0];
  }

  private async failedLines(uri: string): Promise<number[]> {
    const { body } = await this.client.call<string>('GET', `/data_file/data?uri=${encodeURIComponent(uri)}`);
    return body
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { line: number }).line);
  }

  /** While a process comes back it may be 503. */
  private execution = () => eventually(() => this.client.get<Execution>(this.path), ended);
  hasEnded = async () => (await this.execution()).status === 'SUCCEEDED';
}

/** Imports of their own datamarts, one after the other, until the processes were killed so often; each is checked. */
export async function importUnderKills(
  platform: Platform,
  databaseUrl: () => string,
  victims: AppName[],
  times: number,
): Promise<ImportUnderKills> {
  let left = times;
  for (;;) {
    const underKills = new ImportUnderKills(databaseUrl);
    await underKills.begin(platform.url, platform.token);
    left -= await underKills.kill(
      victims.map((name) => platform.process(name)),
      left,
    );
    await underKills.expectEveryLineOnce();
    if (left === 0) return underKills;
  }
}
