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
});
afterAll(async () => {
  await product.stop();
  await victim.close();
  await hostile.close();
});

const aWorker = (url: string) => ({ url, worker_id: 'w-1', token_sha256 });

const processId = () => (product.app.get<PluginCalls>(PluginCalls) as IsolatedPluginCalls).pid;
const sendForVictim = async () => {
  const [sent] = await product.send([{ channel_id: 'of-victim' }]);
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

/** Six analyzers of the other organisation, each with activities of many people. */
async function flood(): Promise<ActivityToAnalyze[]> {
  const channels: string[] = [];
  for (let count = 0; count < 6; count += 1) channels.push(await registerHostile());
  return sendHostile(channels.flatMap((channel) => Array<string>(8).fill(channel)));
}

const list = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n)).join();
const answer = (members: string): PluginScript => {
  const text = `{"status":"ok","data":{"$type":"T",${members}}}`;
  return () => status(200, {}, text);
};

/**
 * How many activities of the victim end, one after the other, while the answers of the other organisation are read; 0 if
 * an attempt fails.
 */
async function endedBeside(script: PluginScript): Promise<number> {
  hostile.script = script;
  victim.calls.length = 0;
  const abuse = new Set((await flood()).map(({ activity_id }) => activity_id));
  let count = 0;
  for (; product.ended.filter(({ activity_id }) => abuse.has(activity_id)).length < abuse.size; count += 1)
    expect(await endOf(await sendForVictim())).not.toHaveProperty('outcome');
  return victim.calls.length === count ? count : 0;
}

/** At least so many end meanwhile. If answers are read in the order of their arrival, attempts beside the last ones fail. */
it.each<[string, number, PluginScript]>([
  ['150,000 keys', 3, answer(list(150_000, (n) => `"k${n}":1`))],
  ['900,000 brackets', 3, answer(`"x":${'['.repeat(900_000)}${']'.repeat(900_000)}`)],
  // The dearest that is valid.
  ['20,000 keys of escapes', 10, answer(list(19_900, (n) => `"${'\\"'.repeat(20)}${n}":1`))],
])('answers with %s leave the calls of another organisation alone', async (_case, least, script) => {
  // A machine too busy to read one answer in its time ends the process, too: then it is tried again.
  const disturbed = async () => {
    await endOf(await sendForVictim());
    const pid = processId();
    const ended = await endedBeside(script);
    return ended < least || processId() !== pid ? [{ ended, isSameProcess: processId() === pid }] : [];
  };
  expect(await findRepeatedly(disturbed)).toEqual([]);
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
