import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { fileStorage } from '../src/file-storage.js';
import { createTributary, type Consent, type Tributary, type TributaryEvents } from '../src/tributary.js';
import { HostileServer } from './hostile-server.js';

let server: HostileServer;
let directory: string;
let file: string;
let tributary: Tributary;
let dropped: TributaryEvents['dropped'][];
beforeEach(async () => {
  server = await HostileServer.start();
  directory = mkdtempSync(path.join(tmpdir(), 'tributary-sdk-'));
  file = path.join(directory, 'queue');
});
afterEach(async () => {
  await tributary.close({ timeoutMs: 0 });
  server.stop();
  rmSync(directory, { recursive: true });
});

function start(consent: Consent): void {
  const options = {
    url: server.url,
    datamart: 1,
    lingerMs: 5,
    maxRetryDelayMs: 10,
    storage: fileStorage(file),
    consent,
    debug: false,
  };
  tributary = createTributary(options);
  dropped = [];
  tributary.on('dropped', (event) => dropped.push(event));
}
const visit = (n: number) => ({ $type: 'SITE_VISIT', n });
const log = () => readFileSync(file, 'utf8');
const ana = { $type: 'USER_ACCOUNT', $user_account_id: 'ana' };
const inTime = { timeoutMs: 180_000 };

describe('pending consent', () => {
  it('sends nothing and writes nothing, until it is granted', async () => {
    start('pending');
    const before = Date.now();
    const id = await tributary.activity(visit(1));
    const after = Date.now();
    expect(await tributary.flush({ timeoutMs: 100 })).toEqual({
      sent: 0,
      refused: 0,
      dropped: 0,
      kept: 1,
      reason: 'consent',
    });
    expect(log()).toBe('');
    expect(server.requests).toEqual([]);
    tributary.identify({ account: 'ana' });
    await tributary.setConsent('granted');
    expect(log()).toContain(id);
    expect(await tributary.flush(inTime)).toMatchObject({ sent: 1, kept: 0 });
    const [activity] = [...server.stored.values()];
    // The time of the activity, and what is known of the person by now.
    expect(activity).toMatchObject({ n: 1, $unique_key: id, $user_identifiers: [ana] });
    expect(activity?.$ts).toBeGreaterThanOrEqual(before);
    expect(activity?.$ts).toBeLessThanOrEqual(after);
  });

  it('drops what it holds when it is denied, and what it still holds at the end', async () => {
    start('pending');
    await tributary.activity(visit(1));
    await tributary.setConsent('denied');
    expect(dropped).toMatchObject([{ reason: 'consent', activity: { n: 1 } }]);
    await tributary.setConsent('pending');
    await tributary.activity(visit(2));
    expect(await tributary.close(inTime)).toMatchObject({ dropped: 2, kept: 0 });
    expect(dropped[1]).toMatchObject({ reason: 'closed', activity: { n: 2 } });
    expect(server.requests).toEqual([]);
  });
});

describe('consent that is withdrawn while an activity is in flight, and granted again', () => {
  it('does not send it again', async () => {
    start('granted');
    const sent: number[] = [];
    tributary.on('sent', ({ activity }) => sent.push(Number(activity['n'])));
    server.faults.push('store, late');
    await tributary.activity(visit(1));
    await eventually(() => expect(server.requests).toHaveLength(1), { every: 5 });
    await tributary.setConsent('pending');
    expect(await tributary.flush(inTime)).toMatchObject({ sent: 1, kept: 0 });
    // The answer has come while the storage was not to be used: the file still has the activity.
    expect(log()).not.toContain('remove');
    await tributary.setConsent('granted');
    await tributary.activity(visit(2));
    expect(await tributary.flush(inTime)).toMatchObject({ sent: 1, kept: 0 });
    expect(sent).toEqual([1, 2]);
    expect(server.requests.map(({ lines }) => lines.map(({ n }) => n))).toEqual([[1], [2]]);
    await tributary.close(inTime);
    start('granted');
    expect(await tributary.flush(inTime)).toMatchObject({ sent: 0, kept: 0 });
  });
});

describe('denied consent', () => {
  it('empties the queue, except of choices', async () => {
    start('granted');
    server.status = 503;
    tributary.identify({ account: 'ana' });
    await tributary.activity(visit(1));
    await tributary.choice('2', false, { $channel: 'banner' });
    await tributary.setConsent('denied');
    expect(dropped).toMatchObject([{ reason: 'consent', activity: { n: 1 } }]);
    expect(await tributary.activity(visit(2))).toBeUndefined();
    // Requests follow one another: with this one, a request with the activity is not on its way any more.
    await eventually(() => expect(server.requests.at(-1)?.lines.map(({ n }) => n)).toEqual([undefined]));
    server.status = undefined;
    expect(await tributary.flush(inTime)).toMatchObject({ sent: 1, kept: 0 });
    const $properties = { $processing_id: '2', $choice_acceptance_value: false, $channel: 'banner' };
    expect([...server.stored.values()]).toMatchObject([
      { $user_identifiers: [ana], $events: [{ $event_name: '$set_user_choice', $properties }] },
    ]);
  });

  it('empties what an earlier process has left', async () => {
    start('granted');
    server.status = 503;
    await tributary.activity(visit(1));
    await tributary.close({ timeoutMs: 0 });
    // A request of the earlier process may still be on its way: it must not reach the server of this one.
    const earlier = server;
    server = await HostileServer.start();
    start('denied');
    await tributary.flush(inTime);
    expect(dropped).toMatchObject([{ reason: 'consent', activity: { n: 1 } }]);
    expect(server.requests).toEqual([]);
    expect(earlier.stored.size).toBe(0);
    earlier.stop();
  });

  it('forgets the identifiers', async () => {
    start('granted');
    tributary.identify({ account: 'ana' });
    await tributary.setConsent('denied');
    await tributary.setConsent('granted');
    await tributary.activity(visit(1));
    await tributary.flush(inTime);
    expect([...server.stored.values()]).toMatchObject([{ $user_identifiers: [] }]);
  });
});

it.each(['pending', 'granted', 'denied'] as const)('a choice is sent when consent is %s', async (consent) => {
  start(consent);
  await tributary.choice('2', true, {}, [{ $type: 'USER_EMAIL', $hash: 'abc' }]);
  expect(await tributary.flush(inTime)).toMatchObject({ sent: 1, kept: 0 });
  if (consent === 'pending') expect(log()).toBe('');
  expect([...server.stored.values()]).toMatchObject([{ $user_identifiers: [{ $hash: 'abc' }] }]);
});
