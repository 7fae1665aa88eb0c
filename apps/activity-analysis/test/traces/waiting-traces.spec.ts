import { expect, it } from '@jest/globals';
import { drop, ok } from '@tributary/testing/plugin-double';
import { eventually } from '@tributary/testing/eventually';
import { WaitingTracesRepository } from '../../src/traces/waiting-traces.repository.js';
import { product, plugin, aChannel, aWorker, outcomesOf } from '../analysis-fixture.js';

const stepsOf = (trace: { steps?: object[] } | undefined) => trace?.steps?.map((step) => ({ ...step, ts: undefined }));

it('shows what waits, and publishes the steps with the end', async () => {
  plugin.script = ({ activity }) => ok({ ...activity, marked: true });
  const { channel_id, analyzers } = await aChannel('DROP', 'DROP');
  const [first, second] = analyzers as [string, string];
  await product.register(first, { worker: aWorker(), max_qps: 0.001 });
  await outcomesOf(await product.send([{ channel_id }]));
  const trace = { token_id: '5', hash: '0123456789ab' };
  const [sent] = await product.send([{ channel_id, trace }]);
  const activity_id = sent?.activity_id ?? '';
  const question = { datamart_id: sent?.datamart_id ?? '', activity_id };
  const find = () => product.app.get(WaitingTracesRepository, { strict: false }).find(question);
  await eventually(async () => expect(await find()).toMatchObject({ state: 'WAITING_FOR_ANALYSIS' }));
  expect(stepsOf(await find())).toEqual([
    { step: 'ACCEPTED', source: 'LIVE', credential: { kind: 'API_TOKEN', id: '5' } },
    { step: 'WAITING_FOR_ANALYSIS' },
  ]);
  plugin.script = ({ activity, analyzer_id }) => (analyzer_id === first ? ok({ ...activity, marked: true }) : drop);
  await product.register(first, { worker: aWorker() });
  const [outcome] = await outcomesOf([sent!]);
  expect(stepsOf(outcome?.trace)).toEqual([
    { step: 'WAITING_FOR_ANALYSIS' },
    { step: 'ANALYZED', activity_analyzer_id: first, changed: true },
    { step: 'DROPPED', activity_analyzer_id: second },
  ]);
  expect(outcome?.trace).toMatchObject(trace);
  expect(await find()).toBeUndefined();
});
