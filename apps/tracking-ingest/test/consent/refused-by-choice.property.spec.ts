import { expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import { RefusedByChoiceRepository } from '../../src/consent/refused-by-choice.repository.js';
import { SelectionPreviews } from '../../src/consent/selection-previews.js';
import { eraseUserPoints } from '../../src/user-points/erase-user-points.js';
import { aHistory, agents, channels, database, now, processings, Replay } from './consent-replay.js';

let datamarts = 0;

const metrics = new Metrics('tested');

/** The counts of a channel and the previews of all processings, as clients read them. */
async function read({ datamart_id, channelId }: Replay, channel: string) {
  const channel_id = channelId(channel);
  const question = { datamart_id, organisation_id: datamart_id, channel_id };
  const list = new RefusedByChoiceRepository(database.dataSource);
  const { items, total } = await list.list({ ...question, first_result: 0, max_results: 10 }, now);
  expect(total).toBe(items.length);
  const today = new Date(now).toISOString().slice(0, 10);
  expect(items.map(({ date }) => date)).toEqual(items.map(() => today));
  const previews = new SelectionPreviews(database.dataSource, metrics);
  const would = selections.map((processing) => previews.preview({ ...question, processing }, now));
  return {
    refused: items.map(({ processing_id, activities, people }) => [processing_id, { activities, people }]),
    previews: await Promise.all(would),
  };
}

const selections = processings.flatMap((processing_id) =>
  (['CONSENT', 'LEGITIMATE_INTEREST'] as const).map((legal_basis) => ({ processing_id, legal_basis })),
);

const expected = ({ oracle }: Replay, channel: string) => ({
  refused: [...oracle.refused(channel)].sort(([one], [other]) => (one < other ? -1 : 1)),
  previews: selections.map((processing) => {
    const { activities, people, refused } = oracle.preview(channel, processing);
    return { activities_7d: activities, people_7d: people, would_refuse_7d: refused };
  }),
});

const erase = ({ datamart_id, oracle }: Replay, agent: string) => {
  oracle.erase(agent);
  const reference = { identifier: { type: 'USER_AGENT' as const, value: agent } };
  return transaction(database.dataSource, (client) => eraseUserPoints(client, datamart_id, [reference], now));
};

/** @param expectOf makes the oracle expect something else */
const law = (expectOf: (replay: Replay) => void = () => {}) =>
  fc.asyncProperty(aHistory, fc.constantFrom(...agents), async ({ first, steps, cuts }, erased) => {
    const replay = new Replay(String(++datamarts), cuts);
    expectOf(replay);
    for (const selection of first) replay.select(selection);
    for (const step of steps) await replay.run(step);
    for (const channel of channels) expect(await read(replay, channel)).toEqual(expected(replay, channel));
    await erase(replay, erased);
    for (const channel of channels) expect(await read(replay, channel)).toEqual(expected(replay, channel));
  });

it('counts what choices refuse and would refuse, of the people as they are now, through kills, redeliveries and erasures', async () => {
  await fc.assert(law(), { numRuns: lawRuns(20) });
});

it('(control) an oracle that erases nothing expects others', async () => {
  const keeping = ({ oracle }: Replay) => void (oracle.erase = () => {});
  await expect(fc.assert(law(keeping), { numRuns: 300, endOnFailure: true })).rejects.toThrow('Property failed');
});

it('(control) an oracle that counts an activity again when its id comes again expects others', async () => {
  const forgetful = ({ oracle }: Replay) => {
    const arrive = oracle.arrive.bind(oracle);
    oracle.arrive = (one) => {
      oracle.outcomes.delete(one.id);
      return arrive(one);
    };
  };
  await expect(fc.assert(law(forgetful), { numRuns: 300, endOnFailure: true })).rejects.toThrow('Property failed');
});
