import { execFile } from 'node:child_process';
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { LoadTarget } from '@tributary/testing/load/load';
import { Client } from '../client/client.js';
import type { EmbeddedSuite } from '../suite/embedded-suite.js';

const visit = ($user_agent_id: string) => ({ $type: 'SITE_VISIT', $site_id: '1', $user_agent_id });
/** With the owners of the files: PostgreSQL has a user of its own where the product is root. */
const copyAll = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);

const long = { within: 180_000 };

/** People of a datamart, each with one visit. */
export class ErasedPeople {
  constructor(private readonly datamart_id: string) {}

  /** The status of the read of each: 200 if it is stored, else 404. */
  statuses({ url, token }: LoadTarget, ...agents: string[]): Promise<number[]> {
    const client = new Client(url, token);
    return Promise.all(agents.map(async (agent) => (await client.call('GET', this.pathOf(agent))).status));
  }

  async add(target: LoadTarget, ...agents: string[]): Promise<void> {
    const client = new Client(target.url, target.token);
    for (const agent of agents) await client.post(`/datamarts/${this.datamart_id}/user_activities`, visit(agent));
    const stored = agents.map(() => 200);
    await eventually(async () => expect(await this.statuses(target, ...agents)).toEqual(stored), long);
  }

  async erase({ url, token }: LoadTarget, ...agents: string[]): Promise<void> {
    for (const agent of agents) await new Client(url, token).delete(this.pathOf(agent));
  }

  private pathOf = (agent: string) => `/datamarts/${this.datamart_id}/user_points/user_agent_id=${agent}`;
}

/** The embedded product gets a copy of its data back, without and with its newest file of erasures. */
export function restoredErasures(suite: EmbeddedSuite): void {
  const { dataDirectory, directory } = suite;
  const people = new ErasedPeople('1');
  const statuses = () => people.statuses(suite.platform, 'forgotten', 'remembered');
  const backup = path.join(directory, 'backup');
  const newest = path.join(directory, 'newest.ndjson');
  const file = path.join(dataDirectory, 'erasures.ndjson');

  async function restoreWith(erasures?: string): Promise<void> {
    await suite.standalone.terminate();
    await rm(dataDirectory, { recursive: true, maxRetries: 20 });
    await copyAll(backup, dataDirectory);
    if (erasures !== undefined) await cp(erasures, file);
    await suite.standalone.start();
  }

  suite.step('erases again who was erased after the copy, and spares others', async () => {
    await people.add(suite.platform, 'forgotten', 'remembered');
    await suite.standalone.terminate();
    await copyAll(dataDirectory, backup);
    await suite.standalone.start();
    const lines = async () => (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '').length;
    const before = await lines();
    await people.erase(suite.platform, 'forgotten');
    await eventually(async () => expect(await lines()).toBeGreaterThan(before));
    expect(await readFile(file, 'utf8')).not.toContain('forgotten');
    await cp(file, newest);
    // Control: the copy alone knows nothing of the erasure.
    await restoreWith();
    expect(await statuses()).toEqual([200, 200]);
    await restoreWith(newest);
    expect(await statuses()).toEqual([404, 200]);
  });
}
