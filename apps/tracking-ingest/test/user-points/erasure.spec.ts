import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { identifierDigest, type Identifier } from '@tributary/contracts/tracking/identifier';
import { transaction, unitOfWork } from '@tributary/database/transaction';
import { eventually } from '@tributary/testing/eventually';
import { lockWaits } from '@tributary/testing/postgres/lock-waits';
import { ArrivalRules } from '../../src/activities/former-ids/arrival-rules.js';
import { splitArrived } from '../../src/activities/unstored-activity.js';
import { validateActivities } from '../../src/activities/validate-activities.js';
import { storeActivities } from '../../src/activities/store-activities.js';
import { StoreRules } from '../../src/consent/store-rules.js';
import { identifierId } from '../../src/identity/identity-claim.js';
import { eraseUserPoints } from '../../src/user-points/erase-user-points.js';
import {
  Reports,
  tracking,
  aPerson,
  type Person,
  received,
  deliver,
  status,
  idOf,
  erase,
  importErasures,
  rows,
  tracesOf,
} from './erasure-fixture.js';

describe('the erasure of a person', () => {
  it('leaves no data, under any of their identifiers and ids', async () => {
    const { agent, email, account, name, point } = aPerson();
    await deliver(received([agent]));
    await deliver(received([email]));
    const merged = await idOf(`1/user_points/email_hash=${email.value}`);
    await deliver(received([account, email, agent]));
    await tracking.call('PUT', `${point}/user_profiles/compartment_id=default/user_account_id=${name}`, { city: name });
    await tracking.call('PUT', `${point}/user_choices/processing_id=${name}`, {
      $choice_ts: 1,
      $choice_acceptance_value: true,
    });
    const id = await idOf(point);
    // Control: the traces before the erasure.
    expect(await tracesOf(name, id, merged, email.value)).toEqual(
      expect.arrayContaining(['user_points', 'user_identifiers', 'user_point_merges', 'activities', 'user_profiles']),
    );

    await erase(point);
    expect(await tracesOf(name, email.value)).toEqual([]);
    // The random ids alone are kept, for reports that are filled later.
    expect(await tracesOf(id, merged)).toEqual(['erased_user_points']);
    for (const gone of [
      point,
      `1/user_points/${id}`,
      `1/user_points/${merged}`,
      `1/user_points/email_hash=${email.value}`,
    ])
      expect(await status(gone)).toBe(404);
    await eventually(() => expect(Reports.erased).toEqual(expect.arrayContaining([id, merged])));
  });

  it('publishes the digests of all of their identifiers, and of no other', async () => {
    const people = [aPerson(), aPerson(), aPerson()] as const;
    const own = people.map(({ agent, email, account }) => [agent, email, account]);
    for (const identifiers of own) await deliver(received(identifiers));
    // Two were separate people before.
    const merged: Identifier = { type: 'USER_AGENT', value: `${people[0].name}-other` };
    await deliver(received([merged]));
    await deliver(received([people[0].account, merged]));
    const digestsOf = (identifiers: Identifier[]) => identifiers.map((one) => identifierDigest('1', one)).sort();
    const published = async (expected: Identifier[]) => {
      const digests = digestsOf(expected);
      await eventually(() => expect(Reports.digests.slice().sort()).toEqual(digests));
      Reports.digests.length = 0;
    };
    Reports.digests.length = 0;
    await erase(people[0].point);
    await published([...(own[0] ?? []), merged]);

    await importErasures(...people.slice(1).map(({ agent }) => agent));
    await published(own.slice(1).flat());
  });

  describe('whose activities all still wait', () => {
    const messagesOf = (...identifiers: Identifier[]) => {
      const digests = identifiers.map((one) => identifierDigest('1', one));
      return Reports.messages.filter(({ value }) => value.identifier_digests?.some((one) => digests.includes(one)));
    };
    const valuesOf = (...identifiers: Identifier[]) => messagesOf(...identifiers).map(({ value }) => value);
    const requestErasure = (selector: string) => tracking.call('DELETE', `1/user_points/${selector}`);
    const ways = [
      ['account', ({ account }) => account, ({ name }) => `compartment_id=default,user_account_id=${name}`],
      ['e-mail hash', ({ email }) => email, ({ email }) => `email_hash=${email.value}`],
      ['agent', ({ agent }) => agent, ({ name }) => `user_agent_id=${name}`],
    ] as const satisfies [string, (of: Person) => Identifier, (of: Person) => string][];

    it.each(ways)(
      'answers 404 for the %s, and refuses what came in before',
      async (_type, identifierOf, selectorOf) => {
        const [erased, spared] = [aPerson(), aPerson()];
        const all = ({ account, email, agent }: Person) => [account, email, agent];
        const waiting = [erased, spared].map((person) => received(all(person)));
        expect(await requestErasure(selectorOf(erased))).toMatchObject({
          status: 404,
          body: { error_code: 'RESOURCE_NOT_FOUND' },
        });
        const digest = identifierDigest('1', identifierOf(erased));
        const message = { datamart_id: '1', user_point_ids: [], identifier_digests: [digest] };
        await eventually(() => expect(valuesOf(...all(erased))).toEqual([message]));
        await deliver(...waiting);
        expect(await tracesOf(erased.name, erased.email.value)).toEqual([]);
        expect(await status(erased.point)).toBe(404);
        expect(await status(spared.point)).toBe(200);
      },
    );

    it('stores later activities, as of a new person', async () => {
      const { agent, point } = aPerson();
      await requestErasure(`user_agent_id=${agent.value}`);
      await eventually(() => expect(valuesOf(agent)).toHaveLength(1));
      await deliver(received([agent], { received_ts: Date.now() + 1 }));
      expect((await tracking.call('GET', `${point}/user_activities`)).body).toMatchObject({ total: 1 });
    });

    it('is dated by the request, in the message as in the tombstone', async () => {
      const { agent } = aPerson();
      await requestErasure(`user_agent_id=${agent.value}`);
      await eventually(() => expect(messagesOf(agent)).toHaveLength(1));
      const tombstones = await rows<{ erasure_ts: string }>(
        'select erasure_ts from erased_identifiers where identifier_id = $1',
        identifierId('1', agent),
      );
      expect(tombstones).toEqual([{ erasure_ts: String(messagesOf(agent)[0]?.time) }]);
    });

    it('costs one row, which repeated requests refresh', async () => {
      const { agent } = aPerson();
      const tombstones = () => rows<{ erasure_ts: string }>('select erasure_ts from erased_identifiers order by 1');
      const before = await tombstones();
      for (let repeat = 0; repeat < 3; repeat++) await requestErasure(`user_agent_id=${agent.value}`);
      expect(await tombstones()).toHaveLength(before.length + 1);
      // The last activity that came in before the last request is refused.
      const latest = Number((await tombstones()).at(-1)?.erasure_ts);
      await deliver(received([agent], { received_ts: latest }));
      expect(await status(`1/user_points/user_agent_id=${agent.value}`)).toBe(404);
      // Control: one that came in after it is stored.
      await deliver(received([agent], { received_ts: latest + 1 }));
      expect(await status(`1/user_points/user_agent_id=${agent.value}`)).toBe(200);
    });

    it('records nothing for an unknown user point id', async () => {
      const count = async () => (await rows('select from erased_identifiers')).length;
      const before = await count();
      expect(await requestErasure(randomUUID())).toMatchObject({ status: 404 });
      expect(await count()).toBe(before);
    });

    it('is recorded by lines of an import, too, with known people and repeated lines', async () => {
      const [known, unknown, spared] = [aPerson(), aPerson(), aPerson()];
      await deliver(received([known.agent]));
      const waiting = [known, unknown, spared].map(({ agent, email }) => received([email, agent]));
      const id = await idOf(known.point);
      await importErasures(unknown.agent, known.agent, unknown.agent);
      const identifier_digests = [known, unknown].map(({ agent }) => identifierDigest('1', agent));
      const message = { datamart_id: '1', user_point_ids: [id], identifier_digests };
      await eventually(() => expect(valuesOf(known.agent, unknown.agent)).toEqual([message]));
      await deliver(...waiting);
      expect(await tracesOf(known.name, unknown.name)).toEqual([]);
      expect(await status(spared.point)).toBe(200);
    });

    it('does not miss an activity that is being stored', async () => {
      for (let round = 0; round < 30; round++) {
        const { agent, email, point } = aPerson();
        const before = { received_ts: Date.now() - 1_000 };
        const arriving = Array.from({ length: 8 }, (_, n) =>
          deliver(received(n % 2 ? [agent] : [agent, email], before)),
        );
        await Promise.all([...arriving.slice(0, 2), requestErasure(`user_agent_id=${agent.value}`), ...arriving]);
        await deliver(received([agent, email], before));
        expect(await status(point)).toBe(404);
        expect(await tracesOf(agent.value)).toEqual([]);
      }
    });
  });

  it('refuses the result of an analysis that ends an hour after the activity came in', async () => {
    const [erased, spared] = [aPerson(), aPerson()];
    const hourAgo = { received_ts: Date.now() - 3_600_000, error_analyzer_id: '31' };
    const late = [erased, spared].map(({ agent, account }) => received([account, agent], hourAgo));
    await deliver(received([erased.agent]), received([spared.agent]));
    await erase(erased.point);
    await deliver(...late);
    expect(await status(erased.point)).toBe(404);
    expect(await tracesOf(erased.name)).toEqual([]);
    expect((await tracking.call('GET', `${spared.point}/user_activities`)).text).toContain('"$error_analyzer_id":"31"');
  });

  it('refuses messages that came in before it and are delivered after it; without it they are stored', async () => {
    const [erased, spared] = [aPerson(), aPerson()];
    const late = [erased, spared].map(({ agent, email }) => received([email, agent]));
    await deliver(received([erased.agent]), received([spared.agent]));
    await erase(erased.point);
    await deliver(...late);
    expect(await status(erased.point)).toBe(404);
    expect(await tracesOf(erased.name, erased.email.value)).toEqual([]);
    expect(await status(spared.point)).toBe(200);
  });

  it('keeps receipts: a repeated activity is not stored for a new person', async () => {
    const { agent, point } = aPerson();
    const [stored, late] = [received([agent]), received([agent])];
    await deliver(stored);
    await erase(point);
    await deliver(late);
    const again = { received_ts: Date.now() + 60_000 };
    await deliver({ ...stored, ...again }, { ...late, ...again });
    expect(await status(point)).toBe(404);
  });

  it('does not refuse later activities: they create a new person', async () => {
    const { agent, point } = aPerson();
    await deliver(received([agent]));
    const before = await idOf(point);
    await erase(point);
    await deliver(received([agent], { received_ts: Date.now() + 1 }));
    expect(await idOf(point)).not.toBe(before);
    expect((await tracking.call('GET', `${point}/user_activities`)).body).toMatchObject({ total: 1 });
  });

  it('is complete while activities of the person are being stored', async () => {
    for (let round = 0; round < 30; round++) {
      const { agent, email, point } = aPerson();
      await deliver(received([agent]));
      const before = { received_ts: Date.now() - 1_000 };
      const arriving = Array.from({ length: 8 }, (_, n) => deliver(received(n % 2 ? [agent] : [email, agent], before)));
      await Promise.all([...arriving.slice(0, 4), erase(point), ...arriving.slice(4)]);
      await deliver(received([agent, email], before));
      expect(await status(point)).toBe(404);
      expect(await tracesOf(agent.value, email.value)).toEqual([]);
    }
  });

  it('waits for transactions that store activities of the datamart, and deletes those activities too', async () => {
    const { agent, point, name } = aPerson();
    await deliver(received([agent]));
    const waiting = () => lockWaits(tracking.postgres.url, "hashtextextended('erasures'");
    let erasure: Promise<void> | undefined;
    await unitOfWork(tracking.database, async (work) => {
      const value = received([agent]);
      const message = { topic: '', key: '', id: value.activity_id, time: 0, value };
      const [now, { app }] = [Date.now(), tracking.app];
      const { accepted } = validateActivities([message], now, app.get(ArrivalRules, { strict: false }).at(now));
      const rules = app.get(StoreRules, { strict: false }).at(now);
      expect(await storeActivities(work, splitArrived(accepted).activities, rules)).toMatchObject({ erased: 0 });
      erasure = erase(point);
      await eventually(async () => expect(await waiting()).toHaveLength(1));
      // Control: in another datamart no erasure waits.
      await transaction(tracking.database, (other) => eraseUserPoints(other, '2', [{ identifier: agent }], Date.now()));
      expect(await waiting()).toHaveLength(1);
    });
    await erasure;
    expect(await tracesOf(name)).toEqual([]);
  });

  it('does not block stores while it deletes the activities of the person', async () => {
    const [one, other] = [aPerson(), aPerson()];
    await deliver(received([one.agent]), received([other.agent]));
    let erasure: Promise<void> | undefined;
    await transaction(tracking.database, async (client) => {
      await client.query('select from activities where body::text like $1 for update', ['%"a"%']);
      erasure = erase(one.point);
      await eventually(async () =>
        expect(await lockWaits(tracking.postgres.url, 'delete from activities')).toHaveLength(1),
      );
      await deliver(received([other.agent]));
      expect(await lockWaits(tracking.postgres.url, "hashtextextended('erasures'")).toEqual([]);
    });
    await erasure;
    expect(await tracesOf(one.name)).toEqual([]);
    expect((await tracking.call('GET', `${other.point}/user_activities`)).body).toMatchObject({ total: 2 });
  });

  it('counts what it has deleted', async () => {
    const { agent, email } = aPerson();
    const datamart_id = '77';
    await deliver(received([agent, email], { datamart_id }), received([agent], { datamart_id }));
    await erase(`77/user_points/user_agent_id=${agent.value}`);
    const sums = await rows<{ collection: string; sum: string }>(
      `select collection, sum(change) from (
          select datamart_id, collection, change from collection_changes
          union all select datamart_id, collection, count from collection_counts) parts
        where datamart_id = 77 group by 1 having sum(change) <> 0`,
    );
    expect(sums).toEqual([]);
  });
});
