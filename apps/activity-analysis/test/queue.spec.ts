import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { unitOfWork } from '@tributary/database/transaction';
import { identifierDigest } from '@tributary/contracts/tracking/identifier';
import { eraseWaiting } from '../src/intake/erase-waiting.js';
import { aMessage, analyzed, at, startAnalysisDatabase, type AnalysisDatabase } from './analysis-database.js';

let database: AnalysisDatabase;
beforeAll(async () => void (database = await startAnalysisDatabase()));
afterAll(() => database.stop());
beforeEach(() => database.clear());

const outcomes = (published: ActivityReceived[]) => published.map(({ outcome }) => outcome ?? 'stored');

describe('enqueue', () => {
  it('publishes an activity as it came if its channel has no analyzers any more', async () => {
    const message = aMessage();
    await database.enqueue([message], []);
    const { channel_id: _, ...stored } = message.value;
    expect(await database.published()).toEqual([{ ...stored, analysis_id: expect.any(String) }]);
    expect(await database.waiting()).toEqual([]);
  });

  it('keeps an activity once, and ends its duplicates as such', async () => {
    const message = aMessage();
    await database.enqueue([message, aMessage(message.value)]);
    await database.enqueue([aMessage(message.value)]);
    expect(await database.claim()).toHaveLength(1);
    expect(outcomes(await database.published())).toEqual(['duplicate', 'duplicate']);
    expect(await database.waiting()).toEqual([{ analyzer_id: '7', waiting: '1' }]);
  });

  it('ends a resend of a dropped activity as a duplicate', async () => {
    const message = aMessage();
    await database.enqueue([message]);
    const [claimed] = await database.claim();
    await database.end([{ claimed: claimed!, step: { kind: 'end', outcome: 'dropped' } }]);
    await database.enqueue([aMessage(message.value)]);
    expect(await database.claim()).toEqual([]);
    expect(outcomes(await database.published())).toEqual(['dropped', 'duplicate']);
  });

  it('ignores redelivered messages, however the batch is cut', async () => {
    const first = at(aMessage(), 10, 0);
    const second = at(aMessage(), 10, 1);
    const third = at(aMessage(), 11);
    await database.enqueue([first, second]);
    await database.enqueue([first, second, third]);
    await database.enqueue([second, third]);
    expect(await database.claim()).toHaveLength(3);
    expect(await database.published()).toEqual([]);
  });

  it('takes a resend at a later position as a duplicate', async () => {
    const message = aMessage();
    await database.enqueue([at(message, 10)]);
    await database.enqueue([at(aMessage(message.value), 11)]);
    expect(outcomes(await database.published())).toEqual(['duplicate']);
  });

  it('takes the messages of a topic that was created again', async () => {
    await database.enqueue([at(aMessage({ received_ts: 1_000 }), 10)]);
    await database.enqueue([at(aMessage({ received_ts: 2_000 }), 0)]);
    expect(await database.claim()).toHaveLength(2);
  });

  it.each([
    ['although the clock of a gateway was a day ahead', 10, 2],
    ['and not those that may have been taken, as clocks may differ by minutes (control)', 4, 1],
  ])('takes the messages of such a topic that come later, %s', async (_case, minutes, taken) => {
    await database.enqueue([at(aMessage({ received_ts: Date.now() + 86_400_000 }), 10)]);
    await database.enqueue([at(aMessage({ received_ts: Date.now() + minutes * 60_000 }), 0)]);
    expect(await database.claim()).toHaveLength(taken);
  });
});

describe('the activities of a person', () => {
  it('are claimed one after the other, in their order', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((body) => aMessage({ body }, 'one person'));
    await database.enqueue([a!, b!]);
    await database.enqueue([c!]);
    for (const expected of ['a', 'b', 'c']) {
      const claimed = await database.claim();
      expect(claimed.map(({ activity }) => activity.body)).toEqual([expected]);
      expect(await database.claim()).toEqual([]);
      await database.end(claimed.map((one) => analyzed(one)));
    }
  });

  it('do not wait for those of another channel or person', async () => {
    await database.enqueue([
      aMessage({}, 'a'),
      aMessage({ channel_id: '6' }, 'a'),
      aMessage({}, 'b'),
      aMessage({}, 'a'),
    ]);
    expect(await database.claim()).toHaveLength(3);
  });

  it('wait for one whose attempt is repeated', async () => {
    await database.enqueue([aMessage({ body: 'a' }, 'a'), aMessage({ body: 'b' }, 'a')]);
    const [claimed] = await database.claim();
    await database.end([{ claimed: claimed!, step: { kind: 'retry', delayMs: 3_600_000 } }]);
    expect(await database.claim()).toEqual([]);
    await database.dataSource.query('update waiting_activities set due_time = now() where attempts = 1');
    const [again] = await database.claim();
    expect(again).toMatchObject({ attempts: 1, activity: { body: 'a' } });
  });

  it('keep their order from one analyzer to the next', async () => {
    await database.enqueue([aMessage({ body: 'a' }, 'a'), aMessage({ body: 'b' }, 'a')]);
    for (const body of ['a', 'b']) {
      const [claimed] = await database.claim();
      expect(claimed?.activity.body).toBe(body);
      await database.end([analyzed(claimed!, `${body}1`, ['8'])]);
    }
    const [first, ...others] = await database.claim(100, { analyzer_id: '8' });
    expect(first).toMatchObject({ activity: { body: 'a1' }, attempts: 0, next_analyzers: [] });
    expect(others).toEqual([]);
    expect(await database.waiting()).toEqual([
      { analyzer_id: '7', waiting: '0' },
      { analyzer_id: '8', waiting: '2' },
    ]);
  });
});

describe('an ended attempt', () => {
  it.each([
    ['with a body', [], {}],
    ['without one', { kind: 'end', outcome: 'dropped' }, { outcome: 'dropped' }],
  ] as const)('publishes all ids of the activity, %s', async (_case, step, ended) => {
    const ids = { activity_id: randomUUID(), former_ids: [randomUUID(), randomUUID()], unkeyed_id: randomUUID() };
    await database.enqueue([aMessage(ids)]);
    const [claimed] = await database.claim();
    await database.end(['kind' in step ? { claimed: claimed!, step } : analyzed(claimed!)]);
    expect(await database.published()).toMatchObject([{ ...ids, ...ended }]);
  });

  it('publishes the public credential that the activity came with, and the names of its blocked events', async () => {
    const public_credential = {
      kind: 'message_authentication_key' as const,
      id: '5',
      may_merge_accounts: true as const,
    };
    const blocked_events = ['debug', 'a, "b"', 'debug'];
    await database.enqueue([aMessage({ public_credential, blocked_events })]);
    const [claimed] = await database.claim();
    await database.end([analyzed(claimed!)]);
    expect(await database.published()).toMatchObject([{ public_credential, blocked_events }]);
  });

  it('publishes the new body with the first analyzer that failed', async () => {
    const message = aMessage();
    await database.enqueue([message]);
    const [claimed] = await database.claim();
    const failed = { failure: 'TIMEOUT' as const, attempts: 3 };
    const step = { kind: 'continue' as const, analyzers: ['8'], body: '{"a":1}', hasFailed: true, failed };
    await database.end([{ claimed: claimed!, step }]);
    const [next] = await database.claim(100, { analyzer_id: '8' });
    await database.end([{ claimed: next!, step: { ...step, analyzers: [] } }]);
    const { channel_id: _, ...accepted } = message.value;
    const steps = ['WAITING_FOR_ANALYSIS', 'ANALYSIS_FAILED', 'ANALYSIS_FAILED'].map((step) =>
      expect.objectContaining({ step }),
    );
    const ended = { body: '{"a":1}', error_analyzer_id: '7', analysis_id: expect.any(String), trace: { steps } };
    expect(await database.published()).toEqual([{ ...accepted, ...ended }]);
    const failures = await database.dataSource.query<object[]>(
      'select analyzer_id, class, attempts from analysis_failures order by id',
    );
    expect(failures).toEqual([
      { analyzer_id: '7', class: 'TIMEOUT', attempts: 3 },
      { analyzer_id: '8', class: 'TIMEOUT', attempts: 3 },
    ]);
  });

  it('has no effect after another process has claimed the activity', async () => {
    await database.enqueue([aMessage()]);
    const [lost] = await database.claim();
    await database.dataSource.query('update waiting_activities set due_time = now()');
    const [claimed] = await database.claim();
    await database.end([analyzed(lost!, 'late'), { claimed: lost!, step: { kind: 'retry', delayMs: 1 } }]);
    expect(await database.published()).toEqual([]);
    await database.end([analyzed(claimed!, 'first')]);
    await database.end([analyzed(claimed!, 'again')]);
    expect((await database.published()).map(({ body }) => body)).toEqual(['first']);
    expect(await database.waiting()).toEqual([{ analyzer_id: '7', waiting: '0' }]);
  });

  it('leaves a released activity to the next claim, with no attempt counted', async () => {
    await database.enqueue([aMessage()]);
    const [claimed] = await database.claim();
    await database.end([{ claimed: claimed!, step: { kind: 'release' } }]);
    expect(await database.claim()).toMatchObject([{ attempts: 0, next_analyzers: null }]);
  });
});

describe('an erasure', () => {
  const erase = (erasures: Record<string, number>) => {
    const erased = Object.entries(erasures).map(([value, erasure_ts]) => ({
      digest: identifierDigest('1', { type: 'USER_AGENT', value }),
      erasure_ts,
    }));
    return unitOfWork(database.dataSource, (work) => eraseWaiting(work, erased));
  };

  it('ends the waiting activities of the person, also those in progress, and no others', async () => {
    const ids = { activity_id: randomUUID(), former_ids: [randomUUID()], unkeyed_id: randomUUID() };
    await database.enqueue([
      aMessage(ids, 'a'),
      aMessage({}, 'a'),
      aMessage({ datamart_id: '2' }, 'a'),
      aMessage({}, 'b'),
    ]);
    const [inProgress] = await database.claim(1);
    await erase({ a: Date.now() });
    await database.end([analyzed(inProgress!)]);
    expect(await database.published()).toEqual(expect.arrayContaining([expect.objectContaining(ids)]));
    expect(outcomes(await database.published())).toEqual(['erased', 'erased']);
    expect(await database.claim()).toHaveLength(1);
    expect(await database.claim(100, { datamart_id: '2' })).toHaveLength(1);
  });

  it('leaves what was accepted afterwards, which does not wait any more', async () => {
    await database.enqueue([aMessage({ received_ts: 1_000 }, 'a'), aMessage({ received_ts: 3_000, body: 'new' }, 'a')]);
    await erase({ a: 2_000, b: 4_000 });
    expect((await database.claim()).map(({ activity }) => activity.body)).toEqual(['new']);
  });

  it('marks what names the person by any identifier, also if it comes later, and nothing else', async () => {
    const agent = (value: string) => ({ type: 'USER_AGENT' as const, value });
    const account = { type: 'USER_ACCOUNT' as const, compartment_id: 'default', value: 'customer-17' };
    const naming = (body: string, received_ts: number, ...agents: string[]) =>
      aMessage({ body, received_ts, identifiers: [account, ...agents.map(agent)] });
    await database.enqueue([naming('waited', 1_000, 'b', 'a')]);
    await erase({ a: 2_000 });
    await erase({ a: 1_500, b: 500 });
    await database.enqueue([naming('late', 2_000, 'a'), naming('new person', 2_001, 'a'), naming('other', 1_000, 'b')]);
    const found: [body: string, isErased: boolean][] = [];
    for (let left = 4; left > 0; left--) {
      const claimed = await database.claim();
      found.push(...claimed.map(({ activity, isErased = false }): [string, boolean] => [activity.body, isErased]));
      await database.end(claimed.map((one) => analyzed(one)));
    }
    expect(found).toEqual([
      ['waited', true],
      ['late', true],
      ['new person', false],
      ['other', false],
    ]);
  });
});
