import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { createLogger } from '@tributary/runtime/logger';
import { IsolatedPluginCalls, type CallsSettings } from '../src/calls/isolated-plugin-calls.js';
import { aCall } from './calls.js';

/** Longer than a process that brings no result is waited for. */
const lateMs = 4_000;

/**
 * Stands for a busy process: the result of the analyzer `late` comes with that of `last`, and that of `slow` after some time, which
 * is longer than a process that brings no result is waited for.
 */
const program = `
  let late;
  const send = (...ids) => process.send({ results: ids.map((id) => ({ id, result: { kind: 'dropped' } })) });
  process.on('message', ({ calls = [] }) => {
    if (calls.length === 0) send();
    for (const { id, analyzer_id } of calls)
      if (analyzer_id === 'late') late = id;
      else if (analyzer_id === 'slow') setTimeout(() => send(id), 2_500);
      else send(...(analyzer_id === 'last' ? [late] : []), id);
  });
  process.on('disconnect', () => process.exit(0));`;
const settings: CallsSettings = { NODE_ENV: 'test', PLUGIN_ALLOWED_HOSTS: [], SIGNATURE_HEADER_PREFIX: 'Svc' };
const directory = mkdtempSync(path.join(tmpdir(), 'tributary-'));
function callsOf(name: string, code: string): IsolatedPluginCalls {
  const filename = path.join(directory, name);
  writeFileSync(filename, code);
  return new IsolatedPluginCalls(settings, createLogger('tested', 'silent'), filename);
}
const calls = callsOf('busy.mjs', program);
/** Starts late, as a process of a busy machine does. */
const lateCalls = callsOf(
  'late.mjs',
  `for (const end = performance.now() + ${lateMs}; performance.now() < end;); ${program}`,
);
afterAll(() => {
  for (const one of [calls, lateCalls]) one.onApplicationShutdown();
});

const callOf = (analyzer_id: string, timeoutMs = 60_000, of = calls) =>
  of.call(aCall('http://127.0.0.1:1', { analyzer_id, timeoutMs }));

it('a process that brings results of other calls is not killed for one that is late', async () => {
  // The process starts.
  await callOf('other');
  const late = callOf('late', 100);
  for (const start = performance.now(); performance.now() - start < lateMs;) {
    expect(await callOf('other')).toEqual({ kind: 'dropped' });
    await sleep(50);
  }
  expect(await callOf('last')).toEqual({ kind: 'dropped' });
  expect(await late).toEqual({ kind: 'dropped' });
});

it('a process is not killed while it starts, and its calls have their time from then on', async () => {
  const results = [callOf('other', 100, lateCalls), callOf('slow', 3_000, lateCalls)];
  expect(await Promise.all(results)).toEqual([{ kind: 'dropped' }, { kind: 'dropped' }]);
});

it('(control) one that brings none is killed', async () => {
  expect(await callOf('late', 100)).toEqual({ kind: 'interrupted' });
});
