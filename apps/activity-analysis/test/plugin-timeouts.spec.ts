import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { after, ok, unchanged } from '@tributary/testing/plugin-double';
import { anActivity, withLongerTimeouts } from './calls.js';
import { plugin, startPlugin, call, unavailable, tooLittle } from './plugin-calls-fixture.js';

describe('a connection that the plugin has closed', () => {
  it('while it was idle is no failure', async () => {
    await plugin.close();
    await startPlugin(unchanged, { keepAliveMs: 1 });
    for (let count = 0; count < 20; count += 1) {
      expect(await call()).toMatchObject({ kind: 'analyzed' });
      await sleep(count);
    }
  });

  it('at the next request is no failure, and the request is sent once more', async () => {
    let resets = 0;
    const seen = new Set<number>();
    plugin.script = ({ callerPort, activity }) => {
      const isReused = seen.has(callerPort);
      seen.add(callerPort);
      if (!isReused) return ok(activity);
      resets += 1;
      return { kind: 'reset' };
    };
    await call();
    expect(await call()).toMatchObject({ kind: 'analyzed' });
    expect([resets, plugin.calls.length]).toEqual([1, 3]);
  });

  it('at a first request is a failure', async () => {
    plugin.script = () => ({ kind: 'reset' });
    expect(await call()).toEqual(unavailable);
    expect(plugin.calls).toHaveLength(1);
  });

  it('after a first byte of the answer is a failure', async () => {
    await call();
    plugin.script = () => ({ kind: 'raw', bytes: 'HTTP/1.1 200 OK\r\n' });
    expect(await call()).toMatchObject({ kind: 'failed' });
    expect(plugin.calls).toHaveLength(2);
  });
});

describe('a time-out', () => {
  it.each<[string, () => void, number?]>([
    ['hangs', () => (plugin.script = () => ({ kind: 'hang' }))],
    ['drips', () => (plugin.script = () => ({ kind: 'drip', everyMs: 10 })), 200],
    ['never reads', () => (plugin.neverReads = true)],
    [
      'sends endless interim responses slowly',
      () => (plugin.script = () => ({ kind: 'raw', bytes: 'HTTP/1.1 102 Processing\r\n\r\n', staysOpen: true })),
    ],
    [
      'sends half a header',
      () => (plugin.script = () => ({ kind: 'raw', bytes: 'HTTP/1.1 200 OK\r\nA: b', staysOpen: true })),
    ],
    ['sends too little', () => (plugin.script = () => tooLittle), 200],
  ])('ends the call of a plugin that %s', async (_case, arrange, ...[status]) => {
    arrange();
    await withLongerTimeouts(async (longer) => {
      const start = performance.now();
      const [short, long] = [200, 1_000].map((timeoutMs) => call({ timeoutMs: timeoutMs * longer }));
      // Each at its own limit: the shorter one ends first.
      const first = await Promise.race([short, long?.then(() => 'the longer one')]);
      expect(performance.now() - start).toBeGreaterThanOrEqual(195);
      expect(await long).toMatchObject({ failure: 'TIMEOUT' });
      expect(first).toEqual({ kind: 'failed', failure: 'TIMEOUT', ...(status !== undefined && { status }) });
    });
    await eventually(() => expect(plugin.requests.open).toBe(0));
  });

  it('ends the call of a plugin that never reads a large activity', async () => {
    plugin.neverReads = true;
    const activity = anActivity({ text: 'x'.repeat(1_000_000) });
    expect(await call({ timeoutMs: 200, activity })).toMatchObject({ failure: 'TIMEOUT' });
  });

  it('leaves a slower answer than that of others alone', async () => {
    plugin.script = after(300);
    expect(await call()).toMatchObject({ kind: 'analyzed' });
  });
});

describe('calls at the same time', () => {
  it('are 64 of one analyzer, and the others wait', async () => {
    // No answer before as many are there as may be, on a busy machine, too; then time for one more.
    const isFull = eventually(() => expect(plugin.mostAtOnce()).toBeGreaterThanOrEqual(64)).then(() => sleep(100));
    plugin.script = async ({ activity }) => isFull.then(() => ok(activity));
    const results = await Promise.all(Array.from({ length: 200 }, () => call({ timeoutMs: 60_000 })));
    expect(results.every(({ kind }) => kind === 'analyzed')).toBe(true);
    expect(plugin.mostAtOnce()).toBe(64);
  });

  it('of a plugin that hangs leave room to others', async () => {
    plugin.script = ({ analyzer_id, activity }) => (analyzer_id === '1' ? { kind: 'hang' } : ok(activity));
    await withLongerTimeouts(async (longer) => {
      let ended = 0;
      const hang = (timeoutMs: number) =>
        call({ analyzer_id: '1', timeoutMs: timeoutMs * longer }).finally(() => (ended += 1));
      const hanging = Array.from({ length: 64 }, () => hang(5_000));
      const waiting = Array.from({ length: 36 }, () => hang(1_000));
      const other = await call({ analyzer_id: '2' });
      const endedBefore = ended;
      const [unsent, late] = [await Promise.all(waiting), await Promise.all(hanging)];
      expect(other).toMatchObject({ kind: 'analyzed' });
      // It has waited for none of them.
      expect(endedBefore).toBe(0);
      for (const result of unsent) expect(result).toMatchObject({ kind: 'unsent' });
      for (const result of late) expect(result).toMatchObject({ failure: 'TIMEOUT' });
    });
    expect(plugin.mostAtOnce('1')).toBe(64);
  });
});
