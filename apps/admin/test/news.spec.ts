import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Publisher } from '@tributary/bus/publisher';
import type { ApiToken } from '@tributary/contracts/api-token';
import type { MessageAuthenticationKey } from '@tributary/contracts/message-authentication-key';
import { credentialChanged } from '@tributary/contracts/topics';
import { eventually } from '@tributary/testing/eventually';
import { DataSource } from 'typeorm';
import { readApiTokens } from '../src/read-access.js';
import { Republisher } from '../src/republisher.js';
import { BootedAdmin } from './booted-admin.js';
import { Gateway } from './gateway-stand-in.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterEach(() => void (Gateway.isDown = false));
afterAll(() => admin.stop());

const createToken = () => admin.data<ApiToken>('reader', 'POST', '/users/4/api_tokens', { name: 'x' });
const known = (id: string) => Gateway.credentials.has(`api_token/${id}`);

describe('while the bus takes nothing', () => {
  it('a change is answered all the same, and is told later', async () => {
    Gateway.isDown = true;
    const { id } = await createToken();
    expect(known(id)).toBe(false);
    Gateway.isDown = false;
    await eventually(() => expect(known(id)).toBe(true));
  });

  it('a token that was made and deleted stays unknown afterwards: its news keep their order', async () => {
    Gateway.isDown = true;
    const { id } = await createToken();
    await admin.call('reader', 'DELETE', `/users/4/api_tokens/${id}`);
    Gateway.isDown = false;
    // Behind both on the same way: the lanes of the outbox are emptied in order.
    await eventually(async () => expect(await admin.query('select from outbox')).toEqual([]));
    expect(known(id)).toBe(false);
  });
});

describe('a republication', () => {
  const everything = () => new Map<string, unknown>([...Gateway.credentials, ...Gateway.directory]);

  it('tells everything anew', async () => {
    await createToken();
    await admin.data('reader', 'POST', '/users/4/message_authentication_keys', {
      ...{ scheme: 'HMAC_SHA256', key_id: randomUUID() },
    });
    const before = everything();
    Gateway.forget();
    await admin.get(Republisher).republish();
    expect(everything()).toEqual(before);
    expect([...before.keys()].map((key) => key.split('/')[0])).toEqual(
      expect.arrayContaining(['user', 'api_token', 'message_authentication_key', 'organisation', 'datamart']),
    );
  });

  it('tells more than fits into one go', async () => {
    await admin.query(`insert into users (organisation_id, first_name, last_name, email)
      select 1, 'a', 'b', 'many-' || n || '@example.com' from generate_series(1, 1201) n`);
    Gateway.forget();
    await admin.get(Republisher).republish();
    const users = [...Gateway.credentials.keys()].filter((key) => key.startsWith('user/'));
    expect(users).toHaveLength(1208);
  });

  it('is begun again by the next start when it was not finished', async () => {
    const unfinished = () => admin.query('select topic from unfinished_republications');
    const crash = () => Promise.reject(new Error('the process is gone'));
    const crashing = new Republisher(admin.get(DataSource), { publish: crash, isEmpty: () => Promise.resolve(false) });
    await expect(crashing.republish()).rejects.toThrow('the process is gone');
    expect(await unfinished()).toEqual([{ topic: 'admin.directory-changed.v1' }]);
    const publish: Publisher['publish'] = (topic, messages) => admin.get(Publisher).publish(topic, messages);
    const holdsSomething = { publish, isEmpty: () => Promise.resolve(false) };
    Gateway.forget();
    await new Republisher(admin.get(DataSource), holdsSomething).fillWhatIsEmpty();
    expect(Gateway.directory.size).toBe(6);
    expect(Gateway.credentials.size).toBe(0);
    expect(await unfinished()).toEqual([]);
  });

  it('waits for a bus that takes nothing yet', async () => {
    Gateway.isDown = true;
    const republication = admin.get(Republisher).republish();
    // Longer than a publisher waits for one answer.
    await sleep(2_000);
    expect(Gateway.credentials.size).toBe(0);
    Gateway.isDown = false;
    await republication;
    expect(Gateway.credentials.size).toBeGreaterThan(1_200);
  });

  /** Lets `meanwhile` happen between what is read of the token and its publication. */
  const publisherThatDawdles = (token: string, meanwhile: () => Promise<unknown>) => {
    const bus = admin.get(Publisher);
    const publish: Publisher['publish'] = async (topic, messages) => {
      const isToken = (value: unknown) => Boolean(value) && topic.key(value as never) === `api_token/${token}`;
      if (messages.some((message) => 'value' in message && isToken(message.value))) await meanwhile();
      return bus.publish(topic, messages);
    };
    return { publish, isEmpty: () => Promise.resolve(false) };
  };
  const deletionOf = (id: string) => admin.call('reader', 'DELETE', `/users/4/api_tokens/${id}`);
  const outboxIsEmpty = () => eventually(async () => expect(await admin.query('select from outbox')).toEqual([]));

  it('brings no token back that is deleted meanwhile: the deletion waits until the bus has what was read', async () => {
    const { id } = await createToken();
    let deletion: Promise<unknown> | undefined;
    const publisher = publisherThatDawdles(id, async () => {
      deletion = deletionOf(id);
      const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like 'DELETE%'";
      await eventually(async () => expect(await admin.query(waiting)).toHaveLength(1));
    });
    await new Republisher(admin.get(DataSource), publisher).republish();
    await deletion;
    await outboxIsEmpty();
    expect(known(id)).toBe(false);
  });

  it('(negative control: what is read without a lock comes back)', async () => {
    const { id } = await createToken();
    const values = await readApiTokens(admin.get(DataSource).manager, [id]);
    const publisher = publisherThatDawdles(id, () => deletionOf(id));
    await publisher.publish(
      credentialChanged,
      values.map((value) => ({ id: randomUUID(), value })),
    );
    expect(known(id)).toBe(true);
  });
});

describe('a secret', () => {
  it('stands in clear in no table and no message', async () => {
    const rows = new Set<string>();
    // Nothing is published meanwhile, so that the outbox still holds what went into it.
    Gateway.isDown = true;
    const token = await createToken();
    const input = { scheme: 'HMAC_SHA256', key_id: randomUUID() };
    const key = await admin.data<MessageAuthenticationKey>(
      ...(['reader', 'POST', '/users/4/message_authentication_keys', input] as const),
    );
    const tables = await admin.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'admin'",
    );
    for (const { name } of tables)
      for (const { row } of await admin.query<{ row: string }>(`select t::text as row from ${name} t`)) rows.add(row);
    const everything = [...rows].join('\n');
    // Negative control: what may be there is found.
    expect(everything).toContain(key.key_id);
    expect(everything).toContain('"kind":"message_authentication_key"'.replaceAll('"', '""'));
    for (const secret of [token.value, token.value.slice(4, 47), key.secret_key]) {
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(Buffer.from(secret).toString('base64'));
      expect(everything).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });
});
