import { expect, it } from '@jest/globals';
import { lawRuns } from '@tributary/testing/config';
import fc from 'fast-check';
import { ChoicesRepository } from '../../src/choices/choices.repository.js';
import { database, type Step, aHistory, Replay } from './consent-replay.js';

let datamarts = 0;

const select = async <Row>(sql: string, datamart_id: string) => database.dataSource.query<Row[]>(sql, [datamart_id]);

async function storedIds(datamart_id: string): Promise<string[]> {
  const rows = await select<{ activity_id: string }>(
    'select activity_id from activities where datamart_id = $1',
    datamart_id,
  );
  return rows.map(({ activity_id }) => activity_id).sort();
}

/** The accounts with a profile: each activity has a profile event. */
async function profileIds(datamart_id: string): Promise<string[]> {
  const sql = 'select user_account_id as id from user_profiles where datamart_id = $1';
  return (await select<{ id: string }>(sql, datamart_id)).map(({ id }) => id).sort();
}

async function publishedIds(datamart_id: string): Promise<string[]> {
  const rows = await select<{ id: string }>(
    `select one ->> 'activity_id' as id from outbox, json_array_elements(payload::json -> 'activities') as one
      where topic = 'tracking.activity-stored.v1' and key = $1`,
    datamart_id,
  );
  return rows.map(({ id }) => id).sort();
}

/** As the oracle writes them, and as clients read them. Agents only: each account of a profile event is of one activity. */
async function currentChoices(datamart_id: string): Promise<string[]> {
  const people = await select<{ agent: string }>(
    "select min(value) as agent from user_identifiers where datamart_id = $1 and type = 'USER_AGENT' group by user_point_id",
    datamart_id,
  );
  const choices = new ChoicesRepository(database.dataSource);
  const texts: string[] = [];
  for (const { agent } of people) {
    const selector = { by: 'user_agent_id' as const, user_agent_id: agent };
    const { items, total } = await choices.list({ datamart_id, selector }, null, { first_result: 0, max_results: 100 });
    expect(total).toBe(items.length);
    for (const { processing_id, choice_acceptance_value: accepted } of items)
      texts.push(`${agent} ${processing_id} ${accepted}`);
  }
  return texts.sort();
}

/** @param expectOf makes the oracle expect something else of a step */
const law = (expectOf: (replay: Replay, step: Step) => void = () => {}) =>
  fc.asyncProperty(aHistory, async ({ first, steps, cuts }) => {
    const replay = new Replay(String(++datamarts), cuts);
    for (const selection of first) replay.select(selection);
    for (const step of steps) {
      expectOf(replay, step);
      await replay.run(step);
    }
    const { oracle, datamart_id } = replay;
    const stored = [...oracle.outcomes].flatMap(([id, outcome]) => (outcome === 'stored' ? [id] : [])).sort();
    expect(await storedIds(datamart_id)).toEqual(stored);
    expect(await publishedIds(datamart_id)).toEqual(stored);
    expect(await profileIds(datamart_id)).toEqual(stored);
    expect(await currentChoices(datamart_id)).toEqual(oracle.currentChoices());
    expect(replay.choicesWithoutEffect).toBe(oracle.withoutEffect);
  });

it('stores an activity exactly if its person permits it when it arrives, and counts the choices without effect, however batches are cut, killed and delivered again', async () => {
  await fc.assert(law(), { numRuns: lawRuns(40) });
});

it('(control) an oracle to which public choices are as good as others expects others', async () => {
  const trusting = ({ oracle }: Replay) => {
    const arrive = oracle.arrive.bind(oracle);
    oracle.arrive = (one) => arrive({ ...one, choices: one.choices.map(({ isPublic: _, ...choice }) => choice) });
  };
  await expect(fc.assert(law(trusting), { numRuns: 1_000, endOnFailure: true })).rejects.toThrow('Property failed');
});

it('(control) an oracle that knows the choices of later activities expects others', async () => {
  const choicesFirst = ({ oracle }: Replay, step: Step) => {
    if (step.kind !== 'activities') return;
    for (const { agents: own, choices } of step.sent)
      for (const choice of choices) for (const agent of own) oracle.choose(agent, choice);
  };
  await expect(fc.assert(law(choicesFirst), { numRuns: 1_000, endOnFailure: true })).rejects.toThrow('Property failed');
});
