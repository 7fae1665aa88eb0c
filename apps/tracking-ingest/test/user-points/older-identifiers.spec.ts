import { describe, expect, it } from '@jest/globals';
import { chunkParsed } from '@tributary/contracts/topics/topics';
import type { ImportOperation } from '@tributary/contracts/imports/import-messages';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { transaction } from '@tributary/database/transaction';
import { randomUUID } from 'node:crypto';
import { resolveAndMerge } from '../../src/attached-data/resolve-and-merge.js';
import { resolveWithoutMerges } from '../../src/identity/resolve-user-points.js';
import { recordErasure } from '../../src/identity/erasures.js';
import { identifierId } from '../../src/identity/identity-claim.js';
import { deliver, erase, received, rows, status, tracking } from './erasure-fixture.js';

/** As a version before docs/inputs.md has stored them: with white space, as junk, an address as a hash. */
const older: [Identifier, string][] = [
  [{ type: 'USER_AGENT', value: ' spaced\t' }, 'user_agent_id=%20spaced%09'],
  [{ type: 'USER_AGENT', value: '[object Object]' }, 'user_agent_id=%5Bobject%20Object%5D'],
  [{ type: 'USER_ACCOUNT', compartment_id: ' crm', value: 'u ' }, 'compartment_id=%20crm,user_account_id=u%20'],
  [{ type: 'USER_EMAIL', value: 'Ann@Example.org' }, 'email_hash=Ann@Example.org'],
];

const store = (identifier: Identifier) =>
  transaction(tracking.database, (client) =>
    resolveWithoutMerges(client, [{ datamart_id: '1', identifiers: [identifier] }], Date.now()),
  );
const owners = (value: string) =>
  rows<{ user_point_id: string }>(
    'select user_point_id from user_identifiers where datamart_id = 1 and value = $1',
    value,
  );

describe('a person that was stored under the rules of an older version', () => {
  it.each(older)('is erased by the path that named it: %j', async (identifier, selector) => {
    await store(identifier);
    const [person] = await owners(identifier.value);
    expect(await status(`1/user_points/${person?.user_point_id}`)).toBe(200);
    // A read follows the rules of now.
    expect(await status(`1/user_points/${selector}`)).toBe(404);
    await erase(`1/user_points/${selector}`);
    expect(await owners(identifier.value)).toEqual([]);
    expect(await status(`1/user_points/${person?.user_point_id}`)).toBe(404);
    expect((await tracking.call('DELETE', `1/user_points/${selector}`)).status).toBe(404);
  });
});

/** An import whose lines an older version has parsed. */
async function importLine(operation: ImportOperation) {
  const chunk = { execution_id: randomUUID(), chunk: 0, batch: 0, shard: 0, creation_ts: Date.now() };
  const lines = [{ line: 1, operation }];
  await tracking.app.publisher.publish(chunkParsed, [
    { id: randomUUID(), value: { datamart_id: '1', ...chunk, lines } },
  ]);
}

describe('what an older version has accepted and not stored yet', () => {
  const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });

  it('is stored by the rules of now', async () => {
    await deliver(received([agent(' flight\t'), agent('undefined')]));
    expect(await owners('flight')).toHaveLength(1);
    expect(await owners(' flight\t')).toEqual([]);
    expect(await owners('undefined')).toEqual([]);
  });

  it('is stored under junk if it names nothing else', async () => {
    await deliver(received([agent('anonymous')]));
    expect(await owners('anonymous')).toHaveLength(1);
  });

  it('joins people in lines by the rules of now, and writes to the profile of the account', async () => {
    await importLine({ kind: 'associate', identifiers: [agent(' line'), { type: 'USER_EMAIL', value: 'L@x.org' }] });
    const [person] = await owners('line');
    expect(person).toBeDefined();
    await importLine({
      kind: 'upsert_profile',
      identifier: { type: 'USER_ACCOUNT', compartment_id: ' c', value: 'line ' },
      compartment_id: ' c',
      update_strategy: 'PARTIAL_UPDATE',
      merge_objects: false,
      properties: '{"a":1}',
    });
    const profile =
      '1/user_points/compartment_id=c,user_account_id=line/user_profiles/compartment_id=c/user_account_id=line';
    expect((await tracking.call('GET', profile)).body.data).toMatchObject({ a: 1 });
  });

  it('does not join people in lines by junk, and writes nothing under it', async () => {
    const junk: Identifier = { type: 'USER_ACCOUNT', compartment_id: 'default', value: 'anonymous' };
    for (const name of ['one', 'another']) await importLine({ kind: 'associate', identifiers: [junk, agent(name)] });
    const [one] = await owners('one');
    expect(await owners('another')).not.toEqual([one]);
    const before = await owners('anonymous');
    await importLine({ kind: 'delete_choice', identifier: junk, processing_id: '5' });
    await importLine({ kind: 'associate', identifiers: [junk] });
    expect(await owners('anonymous')).toEqual(before);
  });

  it('deletes people of either name in lines', async () => {
    await store(agent(' gone'));
    await store(agent('gone'));
    await importLine({ kind: 'delete_point', identifier: agent(' gone') });
    expect([...(await owners(' gone')), ...(await owners('gone'))]).toEqual([]);
    await store(agent(' gone'));
    await store(agent('gone'));
    await importLine({ kind: 'delete_identifier', identifier: agent(' gone') });
    expect([...(await owners(' gone')), ...(await owners('gone'))]).toEqual([]);
  });

  it('does not bring back a person who was erased by another identifier while the older name was stored', async () => {
    const activity = received([agent('later read')]);
    await transaction(tracking.database, (client) =>
      resolveAndMerge(client, [{ datamart_id: '1', identifiers: [agent(' later read'), agent('other')] }], Date.now()),
    );
    await erase('1/user_points/user_agent_id=other');
    await deliver(activity);
    expect(await owners('later read')).toEqual([]);
  });

  it.each([true, false])('does not bring back a person who was erased by the older name: %s', async (isErased) => {
    const name = ` erased ${isErased}`;
    const activity = received([agent(name)]);
    if (isErased)
      await transaction(tracking.database, (client) =>
        recordErasure(client, '1', [identifierId('1', agent(name))], activity.received_ts + 1),
      );
    await deliver(activity);
    expect(await owners(name.trim())).toHaveLength(isErased ? 0 : 1);
  });
});
