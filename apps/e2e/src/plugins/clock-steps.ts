import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { after, PluginDouble } from '@tributary/testing/plugin-double';
import type { AppProcess } from '@tributary/testing/processes/processes';
import type { Client } from '../client/client.js';
import { limitCalls, registerPlugin, untilEffective } from '../client/plugins.js';
import { newTenant } from '../client/tenant.js';
import { AnalyzedChannel } from './analyzed-channel.js';
import { mostInWindow } from './open-calls.js';

const hourMs = 3_600_000;
const max_qps = 20;
const activities = 240;
/** Most of the activities wait while the limit acts. */
const windowMs = 10_000;

/** Restarts the process with a clock that is wrong by so much, or right again. */
async function setClock(process: AppProcess, shiftMs: number): Promise<void> {
  const { env } = process.program;
  const preload = `--import ${pathToFileURL(path.join(import.meta.dirname, 'shift-clock.mjs')).href}`;
  const options = (env['NODE_OPTIONS'] ?? '').replace(preload, '').trim();
  env['NODE_OPTIONS'] = shiftMs === 0 ? options : `${options} ${preload}`.trim();
  env['CLOCK_SHIFT_MS'] = String(shiftMs);
  await process.terminate();
  await process.start();
}

/** Expects the limits to hold while some callers have a clock that is an hour ahead, and some an hour behind. */
export async function expectLimitsWithWrongClocks(client: Client, callers: AppProcess[]): Promise<void> {
  const plugin = await PluginDouble.start(after(100));
  const [ahead, behind] = callers as [AppProcess, AppProcess];
  await Promise.all([setClock(ahead, hourMs), setClock(behind, -hourMs)]);
  try {
    // A late answer of a busy machine is no failure here.
    const throttlings = [{ scope: 'GLOBAL', max_concurrency: 3, max_qps, timeout_ms: 60_000 }];
    const channel = await AnalyzedChannel.create(client, [{ plugin: plugin.url, throttlings }]);
    await untilEffective();
    const lines = Array.from({ length: activities }, (_, n) => JSON.stringify(channel.activity(`person-${n}`)));
    const headers = { 'content-type': 'application/x-ndjson' };
    const path = `/datamarts/${channel.tenant.datamart_id}/user_activities`;
    // Each line has a key, so that a request that a busy machine answers with 503 can be sent again.
    await eventually(() => client.post(path, lines.join('\n'), headers));
    await eventually(() => expect(plugin.calls.length).toBeGreaterThanOrEqual(activities), { within: 180_000 });
    expect(plugin.requests.most).toBeLessThanOrEqual(3);
    const most = mostInWindow(plugin.arrivals(), windowMs);
    expect(most).toBeLessThanOrEqual((windowMs / 1_000) * max_qps + 1 + max_qps);
    // Control: a limit is reached; on a busy machine whose calls take longer, it is that of open calls.
    if (plugin.requests.most < 3) expect(most).toBeGreaterThanOrEqual(0.9 * (windowMs / 1_000) * max_qps);
    expect(await channel.failures()).toEqual([]);
  } finally {
    await Promise.all([setClock(ahead, 0), setClock(behind, 0)]);
    await plugin.close();
  }
}

/** Expects calls to go on when the time of the next one is an hour ahead, as after the database's clock was set back. */
export async function expectRecoveryFromArrivalAhead(client: Client, databaseUrl: string): Promise<void> {
  const plugin = await PluginDouble.start();
  const tenant = await newTenant(client);
  const registered = await registerPlugin(client, tenant.organisation_id, plugin.url);
  const { id } = await limitCalls(client, registered, { scope: 'GLOBAL', max_qps });
  const channel = await AnalyzedChannel.create(client, [{ plugin: registered }], tenant);
  await untilEffective();
  await channel.post('first');
  await eventually(() => expect(plugin.calls.length).toBeGreaterThan(0));
  const statement = `update activity_analysis.throttle_states set arrival_ms = arrival_ms + ${hourMs}
    where throttling_id = '${id}'`;
  expect((await queryDatabase(databaseUrl, statement)).rowCount).toBe(1);
  for (let n = 0; n < 20; n++) await channel.post(`next-${n}`);
  // A late answer of a busy machine is called again.
  await eventually(() => expect(new Set(plugin.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(21));
  await plugin.close();
}
