import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultFlagRules } from '@tributary/contracts/rules/flag-rules';
import { OutboxRelay } from '@tributary/bus/outbox/outbox.relay';
import { Publisher } from '@tributary/bus/publishing/publisher';
import type { ApiToken } from '@tributary/contracts/admin/api-token';
import type { MessageAuthenticationKey } from '@tributary/contracts/admin/message-authentication-key';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { lockWaits } from '@tributary/testing/postgres/lock-waits';
import { DataSource } from 'typeorm';
import { readApiTokens } from '../../src/access-events/access-state.js';
import { Republisher } from '../../src/access-events/republisher.js';
import { BootedAdmin } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterEach(() => void (FakeGateway.isDown = false));
afterAll(() => admin.stop());

const createToken = () => admin.data<ApiToken>('reader', 'POST', '/users/4/api_tokens', { name: 'x' });
const reader = { organisation_id: '1', role: 'READER' };
const createKey = async () => {
  const input = { scheme: 'HMAC_SHA256', key_id: randomUUID() };
  return admin.data<MessageAuthenticationKey>('reader', 'POST', '/users/4/message_authentication_keys', input);
};
const waiting = () => admin.query<{ key: string }>('select key from outbox');
const outboxIsEmpty = () => eventually(async () => expect(await waiting()).toEqual([]));
/** As does another process of the app: its relay has not failed, so it does not pause. */
async function publishWhile<Result>(work: () => Promise<Result>): Promise<Result> {
  const relay = new OutboxRelay({
    dataSource: admin.get(DataSource),
    topics: [credentialChanged, directoryChanged],
    publisher: admin.get(Publisher),
    pollMs: 50,
  });
  FakeGateway.isDown = false;
  relay.start();
  try {
    return await work();
  } finally {
    await relay.stop();
  }
}
const isKnown = (id: string) => FakeGateway.credentials.has(`api_token/${id}`);

describe('while the bus is unavailable', () => {
  it('something new is created, and its event is published later', async () => {
    FakeGateway.isDown = true;
    const { id } = await createToken();
    expect(isKnown(id)).toBe(false);
    FakeGateway.isDown = false;
    await eventually(() => expect(isKnown(id)).toBe(true));
  });

  it('what ends is acknowledged when gateways can know it, not before', async () => {
    const aGuest = async (email: string) => {
      const { id } = await admin.data('admin', 'POST', '/users', {
        organisation_id: '1',
        first_name: 'G',
        last_name: 'H',
        email,
      });
      return `/users/${id}`;
    };
    const [guest, other] = [await aGuest('guest@example.com'), await aGuest('other@example.com')];
    const role = await admin.data('admin', 'POST', `${other}/user_roles`, reader);
    const ofGuest = await admin.data('admin', 'POST', `${guest}/api_tokens`, { name: 'x' });
    /** By its path, one that ends with it, or itself again. */
    const ends: Record<string, [path: string, part?: string]> = {
      'a token': [`/users/4/api_tokens/${(await createToken()).id}`],
      'a key': [`/users/4/message_authentication_keys/${(await createKey()).id}`],
      'a role': [`${other}/user_roles/${role.id}`],
      'a user': [guest, `${guest}/api_tokens/${ofGuest.id}`],
    };
    const ofEach = async <Result>(work: (path: string, part?: string) => Promise<Result>) =>
      Object.fromEntries(
        await Promise.all(Object.entries(ends).map(async ([what, paths]) => [what, await work(...paths)] as const)),
      );
    const all = (value: unknown) => Object.fromEntries(Object.keys(ends).map((what) => [what, value]));
    const remove = async (path: string) => {
      const { status, body } = await admin.call('admin', 'DELETE', path);
      return [status, body.error_code];
    };

    FakeGateway.isDown = true;
    const notYet = [503, 'SERVICE_UNAVAILABLE'];
    expect(await ofEach(async (path, part = path) => [await remove(path), await remove(part)])).toEqual(
      all([notYet, notYet]),
    );
    const isOver = async (path: string) => {
      expect((await remove(path))[0]).toBe(404);
      return waiting();
    };
    expect(await publishWhile(() => ofEach((path) => eventually(() => isOver(path))))).toEqual(all([]));
  });

  it('a repeated change is acknowledged when the first one is published, too', async () => {
    const [owner] = await admin.query<{ id: string }>(`insert into users (organisation_id, first_name, last_name, email)
      values (1, 'a', 'b', 'growing@example.com') returning id::text as id`);
    await admin.data('admin', 'POST', `/users/${owner!.id}/api_tokens`, { name: 'made by another' });
    const remove = () => admin.call('admin', 'DELETE', `/users/${owner!.id}`);
    FakeGateway.isDown = true;
    expect(await remove()).toMatchObject({ status: 503 });
    // Only the partition with the token's revocation waits. The end of the user is published from another one.
    await admin.query('begin');
    const ofToken = `select partition from outbox where key like 'api_token/%'`;
    expect(await admin.query(`select from outbox_partition where partition in (${ofToken}) for update`)).not.toEqual(
      [],
    );
    await publishWhile(async () => {
      const ofUser = `select from outbox where partition not in (${ofToken})`;
      await eventually(async () => expect(await admin.query(ofUser)).toEqual([]));
      expect(await remove()).toMatchObject({ status: 503 });
      await admin.query('commit');
      await eventually(async () => expect(await remove()).toMatchObject({ status: 404 }));
    });
    expect(await waiting()).toEqual([]);
  });

  it('a token that was created and deleted stays unknown afterwards: events keep their order', async () => {
    FakeGateway.isDown = true;
    const { id } = await createToken();
    await admin.call('reader', 'DELETE', `/users/4/api_tokens/${id}`);
    // Each outbox partition is published in order.
    await publishWhile(outboxIsEmpty);
    expect(isKnown(id)).toBe(false);
  });
});

const nothing = { credentials: new Map(), directory: new Map() };

describe('a republication', () => {
  const everything = () => new Map<string, unknown>([...FakeGateway.credentials, ...FakeGateway.directory]);

  it('publishes everything again', async () => {
    await createToken();
    await createKey();
    const before = everything();
    FakeGateway.forget();
    await admin.get(Republisher).republish(nothing);
    expect(everything()).toEqual(before);
    expect([...before.keys()].map((key) => key.split('/')[0])).toEqual(
      expect.arrayContaining(['user', 'api_token', 'message_authentication_key', 'organisation', 'datamart']),
    );
  });

  it('publishes more rows than fit into one transaction', async () => {
    await admin.query(`insert into users (organisation_id, first_name, last_name, email)
      select 1, 'a', 'b', 'many-' || n || '@example.com' from generate_series(1, 1201) n`);
    FakeGateway.forget();
    await admin.get(Republisher).republish(nothing);
    const users = [...FakeGateway.credentials.keys()].filter((key) => key.startsWith('user/'));
    const [stored] = await admin.query<{ count: number }>('select count(*)::int as count from users');
    expect(users).toHaveLength(stored!.count);
  });

  it('is repeated by the next start if it was interrupted', async () => {
    const unfinished = () => admin.query('select topic from published_topics where content = 0');
    const crash = () => Promise.reject(new Error('the process crashed'));
    const crashing = new Republisher(admin.get(DataSource), { publish: crash, isEmpty: () => Promise.resolve(false) });
    await expect(crashing.republish(nothing)).rejects.toThrow('the process crashed');
    expect(await unfinished()).toEqual([{ topic: 'admin.directory-changed.v1' }]);
    const publish: Publisher['publish'] = (topic, messages) => admin.get(Publisher).publish(topic, messages);
    const nonEmpty = { publish, isEmpty: () => Promise.resolve(false) };
    FakeGateway.forget();
    await new Republisher(admin.get(DataSource), nonEmpty).fillEmptyTopics();
    expect(FakeGateway.directory.size).toBe(6);
    expect(FakeGateway.credentials.size).toBe(0);
    expect(await unfinished()).toEqual([]);
  });

  it('is made by the first start of a version that publishes more, also if an older one has published everything', async () => {
    const nonEmpty = {
      publish: ((topic, messages) => admin.get(Publisher).publish(topic, messages)) satisfies Publisher['publish'],
      isEmpty: () => Promise.resolve(false),
    };
    const start = () => new Republisher(admin.get(DataSource), nonEmpty).fillEmptyTopics();
    FakeGateway.forget();
    await start();
    expect(everything().size).toBe(0);
    await admin.query('delete from published_topics');
    await start();
    expect(FakeGateway.directory.get('datamart/1')).toMatchObject({
      time_zone: 'UTC',
      junk_exceptions: [],
      flag_rules: defaultFlagRules,
    });
    expect(FakeGateway.credentials.size).toBeGreaterThan(1_200);
    FakeGateway.forget();
    await start();
    expect(everything().size).toBe(0);
  });

  it('waits until the bus is available', async () => {
    FakeGateway.isDown = true;
    const republication = admin.get(Republisher).republish(nothing);
    // Longer than the timeout of one publish.
    await sleep(2_000);
    expect(FakeGateway.credentials.size).toBe(0);
    FakeGateway.isDown = false;
    await republication;
    expect(FakeGateway.credentials.size).toBeGreaterThan(1_200);
  });

  /** Runs `meanwhile` after the token was read and before it is published. */
  const slowPublisher = (token: string, meanwhile: () => Promise<unknown>) => {
    const bus = admin.get(Publisher);
    const publish: Publisher['publish'] = async (topic, messages) => {
      const isToken = (value: unknown) => Boolean(value) && topic.key(value as never).startsWith(`api_token/${token}/`);
      if (messages.some((message) => 'value' in message && isToken(message.value))) await meanwhile();
      return bus.publish(topic, messages);
    };
    return { publish, isEmpty: () => Promise.resolve(false) };
  };
  const deletionOf = (id: string) => admin.call('reader', 'DELETE', `/users/4/api_tokens/${id}`);

  it('does not restore a token that is deleted meanwhile: the deletion is a newer version', async () => {
    const { id } = await createToken();
    const publisher = slowPublisher(id, () => deletionOf(id));
    await new Republisher(admin.get(DataSource), publisher).republish(nothing);
    await outboxIsEmpty();
    expect(isKnown(id)).toBe(false);
  });

  /** Without versions, the last message on a datamart wins: the change must wait until the republication has published. */
  it('does not publish a datamart after its change', async () => {
    const bus = admin.get(Publisher);
    const change = { name: 'a', time_zone: 'Asia/Tokyo' };
    let changed = false;
    let changing: Promise<unknown> | undefined;
    const publish: Publisher['publish'] = async (topic, messages) => {
      const isDatamart = (value: unknown) => Boolean(value) && topic.key(value as never) === 'datamart/1';
      if (messages.some((message) => 'value' in message && isDatamart(message.value))) {
        changing = admin.data('admin', 'PUT', '/datamarts/1', change).then(() => (changed = true));
        const isWaiting = async () => (await lockWaits(admin.postgres.url, 'datamarts')).length > 0;
        await eventually(async () => expect(changed || (await isWaiting())).toBe(true));
      }
      return bus.publish(topic, messages);
    };
    await new Republisher(admin.get(DataSource), { publish, isEmpty: () => Promise.resolve(false) }).republish(nothing);
    await changing;
    await outboxIsEmpty();
    expect(FakeGateway.directory.get('datamart/1')).toMatchObject({ time_zone: 'Asia/Tokyo' });
  });

  it('(negative control) restores a deleted token under a version above that of the deletion', async () => {
    const { id } = await createToken();
    const values = await readApiTokens(admin.get(DataSource).manager, [id]);
    const publisher = slowPublisher(id, () => deletionOf(id));
    await publisher.publish(
      credentialChanged,
      values.map((value) => ({ id: randomUUID(), value: { ...value, version: value.version + 1_000_000 } })),
    );
    expect(isKnown(id)).toBe(true);
  });
});

describe('a new version', () => {
  const nameOf = (key: string) => key.slice(0, key.lastIndexOf('/'));

  it('is higher than all before it, and its event removes the one before it from the topic', async () => {
    const { id } = await createToken();
    const created = FakeGateway.credentials.get(`api_token/${id}`);
    await admin.call('reader', 'DELETE', `/users/4/api_tokens/${id}`);
    const revoked = FakeGateway.revoked.get(`api_token/${id}`);
    expect(revoked).toMatchObject({ kind: 'revocation', credential: 'api_token', id });
    expect(revoked?.version).toBeGreaterThan(created?.version ?? Infinity);
    await eventually(() =>
      expect(FakeGateway.replacedKeys.filter((key) => nameOf(key) === `api_token/${id}`)).toEqual([
        `api_token/${id}/${created?.version}`,
      ]),
    );
  });
});

describe('a secret', () => {
  it('is not stored in clear in any table or message', async () => {
    const rows = new Set<string>();
    // Nothing is published meanwhile, so the outbox still contains the messages.
    FakeGateway.isDown = true;
    const [token, key] = await Promise.all([createToken(), createKey()]);
    const tables = await admin.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'admin'",
    );
    for (const { name } of tables)
      for (const { row } of await admin.query<{ row: string }>(`select t::text as row from ${name} t`)) rows.add(row);
    const everything = [...rows].join('\n');
    // Negative control: values that may be stored are found.
    expect(everything).toContain(key.key_id);
    expect(everything).toContain('"kind":"message_authentication_key"'.replaceAll('"', '""'));
    for (const secret of [token.value, token.value.slice(4, 47), key.secret_key]) {
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(Buffer.from(secret).toString('base64'));
      expect(everything).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});
