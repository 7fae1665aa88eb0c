import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { deadLetterDirectory, platform, database, received, publish, stored } from './store-activities-fixture.js';

describe('an activity that its analysis dropped', () => {
  const countOf = async (table: string) =>
    Number((await database.query<[{ count: string }]>(`select count(*) from ${table}`))[0].count);
  const counted = async (outcome: string) => {
    const own = new RegExp(`tributary_tracking_activities_total\\{source="live",outcome="${outcome}",[^}]*\\} (\\d+)`);
    return Number(own.exec(await platform.metrics.registry.metrics())?.[1]);
  };

  it.each(['dropped', 'dropped_on_error'] as const)(
    'is not stored, now and when it is sent again: %s',
    async (outcome) => {
      const one = received();
      const before = { [outcome]: await counted(outcome), duplicate: await counted('duplicate') };
      const deadLetters = readdirSync(deadLetterDirectory).length;
      await publish({ ...one, body: '', outcome });
      // Its channel has no analyzers any more.
      await publish(one);
      await publish({ ...one, body: '{}', outcome });
      for (const table of ['activities', 'user_points', 'user_identifiers']) expect(await countOf(table)).toBe(0);
      expect(await countOf('activity_receipts')).toBe(1);
      expect(await counted(outcome)).toBe((before[outcome] ?? 0) + 1);
      expect(await counted('duplicate')).toBe((before.duplicate ?? 0) + 2);
      expect(readdirSync(deadLetterDirectory)).toHaveLength(deadLetters);
    },
  );

  it('changes nothing when its id was stored before', async () => {
    const one = received({}, { $site_id: '1' });
    await publish(one);
    const before = await stored();
    await publish({ ...one, body: '', outcome: 'dropped' });
    expect(await stored()).toEqual(before);
  });

  it('writes no event to profiles and choices, unlike a stored one (control)', async () => {
    const one = received({}, { $events: [{ $event_name: '$set_user_choice', $properties: choice }] });
    await publish({ ...one, outcome: 'dropped' });
    expect(await countOf('user_choices')).toBe(0);
    await publish({ ...one, activity_id: randomUUID() });
    expect(await countOf('user_choices')).toBe(1);
  });
  const choice = { $processing_id: '5', $choice_acceptance_value: true };

  it.each([
    ['leaves the id of a duplicate to a later activity', 'duplicate', true],
    ['keeps the id of an activity whose person was erased', 'erased', false],
  ] as const)('%s', async (_case, outcome, isStored) => {
    const one = received();
    const before = await counted(outcome);
    await publish({ ...one, body: '', outcome });
    expect(await counted(outcome)).toBe(before + 1);
    await publish(one);
    expect((await stored()).some(({ activity_id }) => activity_id === one.activity_id)).toBe(isStored);
  });
});

it('stores the id of the analyzer that failed, and none that the body names', async () => {
  await publish(received({ error_analyzer_id: '31' }, { $error_analyzer_id: 'own' }));
  await publish(received({ received_ts: Date.now() + 1 }, { $error_analyzer_id: 'own' }));
  expect((await stored()).map(({ body }) => JSON.parse(body) as object)).toEqual([
    { $type: 'SITE_VISIT', $error_analyzer_id: '31' },
    { $type: 'SITE_VISIT' },
  ]);
});
