import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { directoryChanged } from '@tributary/contracts/topics/topics';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { eventually } from '@tributary/testing/eventually';
import { ok, PluginDouble, status, type PluginScript } from '@tributary/testing/plugin-double';
import { findRepeatedly } from '@tributary/testing/time-limit';
import { IsolatedPluginCalls } from '../src/calls/isolated-plugin-calls.js';
import { PluginCalls } from '../src/calls/plugin-calls.js';

import { token_sha256 } from './calls.js';
import { bootAnalysis, reader, type BootedAnalysis } from './booted-analysis.js';

/** The datamart of another organisation. */
const datamart_id = '3';
let product: BootedAnalysis;
let victim: PluginDouble;
let hostile: PluginDouble;
beforeAll(async () => {
  product = await bootAnalysis();
  victim = await PluginDouble.start();
  hostile = await PluginDouble.start();
  const datamart = { kind: 'datamart' as const, id: datamart_id, organisation_id: '9' };
  await product.publisher.publish(directoryChanged, [{ id: randomUUID(), value: datamart }]);
  // The third failed attempt drops its activity.
  await product.register('1', { strategy: 'DROP', worker: aWorker(victim.url) });
  await product.select('of-victim', ['1']);
  await product.register('99', { worker: aWorker(victim.url) });
  await product.select('of-flood', ['99'], datamart_id);
});
afterAll(async () => {
  await product.stop();
  await victim.close();
  await hostile.close();
});

const aWorker = (url: string) => ({ url, worker_id: 'w-1', token_sha256 });

const processId = () => (product.app.get<PluginCalls>(PluginCalls) as IsolatedPluginCalls).pid;
const ofFlood = { datamart_id, channel_id: 'of-flood' };
const sendForVictim = async (to: { datamart_id?: string; channel_id: string } = { channel_id: 'of-victim' }) => {
  const [sent] = await product.send([to]);
  return sent as ActivityToAnalyze;
};
const endOf = ({ activity_id }: ActivityToAnalyze) =>
  eventually(
    () => {
      const end = product.ended.find((one) => one.activity_id === activity_id);
      expect(end).toBeDefined();
      return end;
    },
    { every: 10 },
  );

let lastId = 1;

/** An analyzer of the other organisation. @returns its channel */
async function registerHostile(): Promise<string> {
  const id = String((lastId += 1));
  await product.register(id, { worker: aWorker(hostile.url) });
  await product.select(`of-${id}`, [id], datamart_id);
  return `of-${id}`;
}

const sendHostile = (channels: string[]) => product.send(channels.map((channel_id) => ({ datamart_id, channel_id })));

/** So many activities of the other organisation are there during a flood. */
const floodSize = 24;

/** Keeps six analyzers of the other organisation busy until the work ends. @param work gets how many have ended */
async function besideFlood<Result>(work: (ended: () => number) => Promise<Result>): Promise<Result> {
  const channels: string[] = [];
  for (let count = 0; count < 6; count += 1) channels.push(await registerHostile());
  const sent = new Set<string>();
  const ended = () => product.ended.filter(({ activity_id }) => sent.has(activity_id)).length;
  const fill = async () => {
    const missing = Array.from({ length: floodSize - sent.size + ended() }, (_, n) => channels[n % 6] ?? '');
    for (const { activity_id } of await sendHostile(missing)) sent.add(activity_id);
  };
  await fill();
  await eventually(() => expect(ended()).toBeGreaterThan(0));
  let isOver = false;
  const result = work(ended).finally(() => (isOver = true));
  // Awaited at the end.
  void result.catch(() => undefined);
  while (!isOver) {
    await fill();
    await eventually(() => expect(isOver || sent.size - ended() < floodSize).toBe(true), { every: 10 });
  }
  await eventually(() => expect(ended()).toBe(sent.size));
  return result;
}

const list = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n)).join();
const answer = (members: string): PluginScript => {
  const text = `{"status":"ok","data":{"$type":"T",${members}}}`;
  return () => status(200, {}, text);
};

const rounds = 4;
/** A flood has 16 large answers held at the same time. A call of the victim passes so many of them, at least. */
const passed = 3;

/**
 * Activities of the victim, then as many of the flood's own organisation (control), one after the other.
 *
 * @returns how many of the flood end meanwhile; calls of the victim, one more for each failed attempt
 */
const endedBeside = (script: PluginScript) => {
  hostile.script = script;
  victim.calls.length = 0;
  return besideFlood(async (ended) => {
    const start = ended();
    for (let round = 0; round < rounds; round += 1)
      expect(await endOf(await sendForVictim())).not.toHaveProperty('outcome');
    const [middle, calls] = [ended(), victim.calls.length];
    for (let round = 0; round < rounds; round += 1) await endOf(await sendForVictim(ofFlood));
    return { calls, victims: middle - start, controls: ended() - middle };
  });
};

/** Counted, not timed: a machine that reads faster reads more of the flood beside both. */
it.each<[string, PluginScript]>([
  ['150,000 keys', answer(list(150_000, (n) => `"k${n}":1`))],
  ['900,000 brackets', answer(`"x":${'['.repeat(900_000)}${']'.repeat(900_000)}`)],
  // The dearest that is valid.
  ['20,000 keys of escapes', answer(list(19_900, (n) => `"${'\\"'.repeat(20)}${n}":1`))],
])('answers with %s leave the calls of another organisation alone', async (_case, script) => {
  await endOf(await sendForVictim());
  const pid = processId();
  const tooMany = async () =>
    [await endedBeside(script)].filter(
      ({ calls, victims, controls }) => calls > rounds || victims + passed * rounds > controls,
    );
  expect(await findRepeatedly(tooMany)).toEqual([]);
  expect(processId()).toBe(pid);
});

/** Kills the process during a call, so many times; then the plugin fails twice, and answers. */
async function endAfter(kills: number) {
  let hanging = kills;
  let failing = 2;
  victim.script = ({ activity }) => {
    if (hanging > 0) return { kind: 'hang' };
    failing -= 1;
    return failing < 0 ? ok(activity) : status(503);
  };
  const sent = await sendForVictim();
  for (; hanging > 0; hanging -= 1) {
    await eventually(() => expect(victim.requests.open).toBe(1));
    process.kill(processId() ?? 0, 'SIGKILL');
    await eventually(() => expect(victim.requests.open).toBe(0));
  }
  return endOf(sent);
}

it('a call whose process is killed is made once more, and is no attempt', async () => {
  expect(await endAfter(1)).not.toHaveProperty('outcome');
});

it('(control) at the second time it is an attempt, so that a call which ends its process ends, too', async () => {
  expect(await endAfter(2)).toMatchObject({ outcome: 'dropped_on_error' });
  const response = await product.as(reader)('/v1/activity_analyzers/1/failures');
  expect(await response.json()).toMatchObject({ data: [{ attempts: 3, status: 503 }] });
});
