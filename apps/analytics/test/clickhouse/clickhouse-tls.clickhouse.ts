import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { activityStored } from '@tributary/contracts/topics/topics';
import { startSecuredClickHouse, type SecuredClickHouse } from '@tributary/testing/clickhouse/secured-clickhouse';
import { openPort, openTlsPort, type OpenPort } from '@tributary/testing/clickhouse/tls-port';
import { timeOf } from '@tributary/testing/time-limit';
import { createAuthority } from '@tributary/testing/kafka/kafka-certificates';
import { createLogger } from '@tributary/runtime/logger';
import { Maintenance } from '../../src/clickhouse-jobs/maintenance.js';
import type { ClickHouseOptions } from '../../src/clickhouse/clickhouse-connection.js';
import { AnalyticsConfig, clickHouseAccess } from '../../src/config.js';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { bootAnalytics } from '../booted-analytics.js';
import { openClickHouseStore } from './clickhouse-stores.js';
import { aMerge, aMessage, anActivity, anErasure } from '../messages.js';

const main = path.join(import.meta.dirname, '../../dist/main.js');
const range = { start_date: 'now-7d', end_date: 'now+1d' };

let directory: string;
let clickHouse: SecuredClickHouse;
/** The same server with a certificate of its authority that is not for this address. */
let otherHost: OpenPort;
/** The same server without TLS. */
let plain: OpenPort;
let settings: Record<string, string>;
let sent: Buffer[] = [];

const file = (name: string) => path.join(directory, name);

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'clickhouse-tls-'));
  const onSent = (bytes: Buffer) => void sent.push(bytes);
  clickHouse = await startSecuredClickHouse({ onSent });
  await createAuthority(directory, 'other');
  const certificate = await clickHouse.authority.issue('other-host');
  otherHost = await openTlsPort(clickHouse.server.url, { ...certificate, host: '127.0.0.2', onSent });
  plain = await openPort(clickHouse.server.url, { onSent });
  await writeFile(file('ca.crt'), clickHouse.authority.ca);
  await writeFile(file('text'), 'no certificate');
  settings = {
    CLICKHOUSE_URL: clickHouse.url,
    CLICKHOUSE_USER: clickHouse.user,
    CLICKHOUSE_PASSWORD: clickHouse.password,
    CLICKHOUSE_SSL_CA: file('ca.crt'),
  };
});
afterAll(async () => {
  await Promise.all([otherHost.stop(), plain.stop()]);
  await clickHouse.stop();
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  sent = [];
});

const access = () => clickHouseAccess(AnalyticsConfig.parse(settings)) as ClickHouseOptions;

/** The bytes that a listener on the network can read: the user and the password, or any part of a statement. */
function readable(): string[] {
  const wire = Buffer.concat(sent).toString('latin1');
  const credentials = Buffer.from(`${clickHouse.user}:${clickHouse.password}`).toString('base64');
  return [credentials, clickHouse.password, 'HTTP/1.1', 'select', 'timelines'].filter((part) => wire.includes(part));
}

/** Runs the service's command `rebuild`, which connects as the service does at its start. */
async function connect(difference: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  const env = { PATH, ...settings, ...difference };
  const child = spawn(process.execPath, [main, 'rebuild'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: (await ended)[0] as number, output, errors: errors.trim() };
}

describe('ClickHouse with TLS, an authority of its own, a user and a password', () => {
  it('gets the facts, and answers reports', async () => {
    const app = await bootAnalytics(directory, [], settings);
    try {
      const value = { datamart_id: '10', activities: [anActivity(), anActivity()] };
      await app.publisher.publish(activityStored, [{ id: randomUUID(), value }]);
      const report = { metrics: [{ expression: 'sessions' }], dimensions: [], date_ranges: [range] };
      const response = await app.post('/v1/datamarts/10/user_activities_analytics', report);
      const { data } = (await response.json()) as { data: { report_view: { rows: unknown[] } } };
      expect([response.status, data.report_view.rows]).toEqual([200, [[2]]]);
    } finally {
      await app.stop();
    }
    // All of it has passed here, and nothing of it can be read.
    expect(Buffer.concat(sent).length).toBeGreaterThan(10_000);
    expect(readable()).toEqual([]);
  });

  it('accepts the connection of a process with these settings', async () => {
    expect(await connect()).toMatchObject({ code: 0, errors: '' });
    expect(sent).not.toEqual([]);
  });

  it('lets this user do what the jobs of analytics do', async () => {
    const test = await openClickHouseStore({ ...access(), database: 'tributary' });
    const jobs = new Maintenance(access(), () => true, createLogger('analytics', 'silent'));
    try {
      const [low = '', high = ''] = [randomUUID(), randomUUID()].sort();
      const of = (user_point_id: string, ts = Date.now()) => anActivity({ user_point_id, ts });
      // Activities of a lost timeline, of a time that was far in the future once, and of an erased person.
      await test.store.storeActivities([aMessage({ datamart_id: '11', activities: [of(low)] })]);
      const current = { datamart_id: '11', timeline: 1 };
      const activities = [of(low), of(high), of(randomUUID(), Date.now() + 60 * dayMs)];
      await test.store.storeActivities([aMessage({ ...current, activities })]);
      await test.store.mergeUserPoints([aMerge([[high, low]], current)]);
      await test.store.eraseUserPoints([anErasure([low], current)]);
      await test.connection.command('truncate table survivors');
      const onDisk = async () => {
        const sql = 'select count() as n from facts where datamart_id = 11 settings apply_deleted_mask = 0';
        const [row] = await test.connection.rows<{ n: number }>(sql);
        return row?.n;
      };
      expect(await onDisk()).toBe(4);
      await jobs.run();
      expect(await onDisk()).toBe(1);
      expect(await test.connection.rows('select user_point_id from survivors')).toEqual([{ user_point_id: high }]);
      await jobs.run(Date.now() + 250 * dayMs);
      expect(await test.count()).toBe(0);
    } finally {
      await jobs.beforeApplicationShutdown();
      await test.close();
    }
  });

  let startMs: number | undefined;
  const tlsFails = /^TLS to ClickHouse fails: check CLICKHOUSE_URL and CLICKHOUSE_SSL_CA \(.+\)$/;

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['without the authority', () => ({ CLICKHOUSE_SSL_CA: '' }), tlsFails],
    ['with another authority', () => ({ CLICKHOUSE_SSL_CA: file('other.crt') }), tlsFails],
    [
      'at an address that its certificate does not have',
      () => ({ CLICKHOUSE_URL: `https://127.0.0.2:${otherHost.port}` }),
      /^TLS to ClickHouse fails: .*\(.*127\.0\.0\.2.*\)$/,
    ],
    ['at a port without TLS', () => ({ CLICKHOUSE_URL: `https://127.0.0.1:${plain.port}` }), tlsFails],
    [
      'with a wrong password',
      () => ({ CLICKHOUSE_PASSWORD: 'wrong' }),
      /^ClickHouse refuses the user: check CLICKHOUSE_USER and CLICKHOUSE_PASSWORD/,
    ],
    [
      'with a database of others',
      () => ({ CLICKHOUSE_DATABASE: 'default' }),
      /^ClickHouse denies the user of CLICKHOUSE_USER access \(.*grant/,
    ],
    [
      'with an http URL',
      () => ({ CLICKHOUSE_URL: clickHouse.url.replace('https:', 'http:') }),
      /^CLICKHOUSE_SSL_CA has no effect with an http URL: set CLICKHOUSE_URL to https/,
    ],
    [
      'with a file that does not exist',
      () => ({ CLICKHOUSE_SSL_CA: file('none') }),
      /CLICKHOUSE_SSL_CA: cannot be read/,
    ],
    ['with a file of another kind', () => ({ CLICKHOUSE_SSL_CA: file('text') }), /CLICKHOUSE_SSL_CA: is no PEM cert/],
  ])('is not used %s: the error says what to set, and nothing readable is sent', async (_case, difference, message) => {
    const start = Date.now();
    const { code, output, errors } = await connect(difference());
    expect([code, output, errors]).toEqual([1, '', expect.stringMatching(message)]);
    expect(errors).not.toContain(clickHouse.password);
    expect(readable()).toEqual([]);
    const tookMs = Date.now() - start;
    // Control: an outage is retried for a minute. A busy machine also needs long for a start that succeeds.
    startMs ??= await timeOf(() => connect());
    expect(tookMs).toBeLessThan(55_000 + 2 * startMs);
  });

  it('(control) without TLS all of it can be read', async () => {
    const { code } = await connect({ CLICKHOUSE_URL: `http://127.0.0.1:${plain.port}`, CLICKHOUSE_SSL_CA: '' });
    expect(code).toBe(0);
    expect(readable()).toHaveLength(4);
  });
});
