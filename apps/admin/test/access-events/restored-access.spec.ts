import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { credentialName, type CredentialChanged, type DirectoryChanged } from '@tributary/contracts/admin/access';
import type { ApiToken } from '@tributary/contracts/admin/api-token';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics/topics';
import type { PublishedAccess } from '../../src/access-events/published-access.js';
import { Republisher } from '../../src/access-events/republisher.js';
import { BootedAdmin, expectRefusal } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let admin: BootedAdmin;
let own: ApiToken;
beforeAll(async () => {
  admin = await BootedAdmin.boot();
  own = await admin.data<ApiToken>('reader', 'POST', '/users/4/api_tokens', { name: 'in the dump' });
});
afterAll(() => admin.stop());
beforeEach(async () => {
  FakeGateway.forget();
  await admin.get(Republisher).republish(topics());
});

/** Topics that hold what all gateways know, and these messages. */
const topics = (credentials: CredentialChanged[] = [], directory: DirectoryChanged[] = []): PublishedAccess => {
  const known = [...FakeGateway.credentials.values(), ...FakeGateway.revoked.values(), ...credentials];
  return {
    credentials: new Map(known.map((changed) => [credentialChanged.key(changed), changed])),
    directory: new Map(
      [...FakeGateway.directory.values(), ...directory].map((entry) => [directoryChanged.key(entry), entry]),
    ),
  };
};

const expiration_date = Date.now() + 3_600_000;
const lostUser = { kind: 'user', id: '900', version: 5_000, roles: [] } satisfies CredentialChanged;
const lostToken = {
  kind: 'api_token',
  id: '800',
  version: 5_001,
  user_id: '4',
  token_sha256: 'c'.repeat(64),
  expiration_date,
} satisfies CredentialChanged;
const lostKey = {
  kind: 'message_authentication_key',
  id: '700',
  version: 5_002,
  user_id: '4',
  key_id: 'lost-key',
  sealed_secret: 'sealed',
  expiration_date,
} satisfies CredentialChanged;

const lostCollectKey = {
  kind: 'collect_key',
  id: '650',
  version: 5_002,
  datamart_id: '1',
  key: 'tck_lost',
  allowed_origins: ['*'],
  accepts_profiles: false,
} satisfies CredentialChanged;

const lostSession = {
  kind: 'session',
  id: '630',
  version: 5_002,
  secret_sha256: 'd'.repeat(64),
  user_id: '4',
  expiration_date,
  latest_expiration_date: expiration_date,
} satisfies CredentialChanged;

/** Publishes to the gateways what the restored database lacks, then restores. */
async function restoreAfter(lost: CredentialChanged[], directory: DirectoryChanged[] = []): Promise<void> {
  const published = topics(lost, directory);
  for (const changed of lost) await new FakeGateway().followCredentials([{ value: changed } as never]);
  const records = directory.map((value) => ({ key: directoryChanged.key(value), value }));
  await new FakeGateway().followDirectory(records as never);
  await admin.get(Republisher).republish(published);
}

describe('a republication from a database that is older than the topics', () => {
  it('revokes users, tokens, keys and sessions without a row, above every published version', async () => {
    const all = [lostUser, lostToken, lostKey, lostCollectKey, lostSession];
    await restoreAfter(all);
    for (const lost of all) {
      expect(FakeGateway.credentials.has(credentialName(lost))).toBe(false);
      const revoked = FakeGateway.revoked.get(credentialName(lost));
      expect(revoked).toMatchObject({ kind: 'revocation', credential: lost.kind, id: lost.id });
      expect(revoked?.version).toBeGreaterThan(5_002);
      expect(FakeGateway.replacedKeys).toContain(credentialChanged.key(lost));
    }
  });

  it('gives no published id out again', async () => {
    await restoreAfter(
      [lostUser, lostToken, lostKey, lostCollectKey, lostSession],
      [
        { kind: 'datamart', id: '600', organisation_id: '500' },
        { kind: 'organisation', id: '501', community_id: '400' },
      ],
    );
    const names = { first_name: 'A', last_name: 'B', organisation_id: '1', email: `${randomUUID()}@example.com` };
    const user = await admin.data('communityAdmin', 'POST', '/users', names);
    const token = await admin.data<ApiToken>('reader', 'POST', '/users/4/api_tokens', { name: 'x' });
    const datamart = await admin.data('communityAdmin', 'POST', '/datamarts', { organisation_id: '1', name: 'x' });
    expect([user.id, token.id, datamart.id].map(Number)).toEqual([901, 801, 601]);
    const next = 'select pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass)::int as last';
    for (const [table, last] of Object.entries({
      organisations: 501,
      communities: 400,
      message_authentication_keys: 700,
      collect_keys: 650,
      sessions: 630,
    }))
      expect(await admin.query(next, [`admin.${table}`, 'id'])).toEqual([{ last }]);
  });

  it('gives no published key id out again, also of a key that was created and revoked after the dump', async () => {
    const revokedKey = {
      kind: 'revocation',
      credential: 'message_authentication_key',
      id: '701',
      version: 5_003,
    } as const;
    await restoreAfter([lostKey, { ...revokedKey, expiration_date, key_id: 'lost-and-revoked' }]);
    for (const key_id of ['lost-key', 'lost-and-revoked']) {
      const request = { scheme: 'HMAC_SHA256', key_id };
      const taken = await admin.call('reader', 'POST', '/users/4/message_authentication_keys', request);
      expectRefusal(taken, 'CONSTRAINT_VIOLATION_EXCEPTION', /^key_id: /);
    }
  });

  it('takes back roles that the user got after the dump', async () => {
    const raised: CredentialChanged = {
      kind: 'user',
      id: '4',
      version: 9_000,
      roles: [{ organisation_id: '1', role: 'COMMUNITY_ADMIN' }],
    };
    await restoreAfter([raised]);
    expect(FakeGateway.credentials.get('user/4')).toMatchObject({ roles: [{ organisation_id: '1', role: 'READER' }] });
    expect(FakeGateway.credentials.get('user/4')?.version).toBeGreaterThan(9_000);
    expect(FakeGateway.replacedKeys).toContain('user/4/9000');
  });

  it('also if the lost state has the same version as the row', async () => {
    const version = FakeGateway.credentials.get('user/4')?.version ?? 0;
    const other: CredentialChanged = {
      kind: 'user',
      id: '4',
      version,
      roles: [{ organisation_id: '2', role: 'EDITOR' }],
    };
    await admin.get(Republisher).republish(topics([other]));
    expect(FakeGateway.credentials.get('user/4')?.version).toBeGreaterThan(version);
  });

  it('keeps a token revoked that was revoked after the dump', async () => {
    const path = `/users/4/api_tokens/${own.id}`;
    expect((await admin.call('reader', 'GET', path)).status).toBe(200);
    await restoreAfter([{ kind: 'revocation', credential: 'api_token', id: own.id, version: 20_000, expiration_date }]);
    expect(FakeGateway.credentials.has(`api_token/${own.id}`)).toBe(false);
    expectRefusal(await admin.call('reader', 'GET', path), 'RESOURCE_NOT_FOUND');
  });

  it('keeps a session ended that was ended after the dump', async () => {
    const [made] = await admin.query<{ id: string }>(
      `insert into admin.sessions (secret_sha256, user_id, creation_ts, expiration_date, latest_expiration_date)
       values ($1, 4, 1, $2, $2) returning id::text as id`,
      ['e'.repeat(64), expiration_date],
    );
    const id = made?.id ?? '';
    await admin.get(Republisher).republish(topics());
    expect(FakeGateway.credentials.has(`session/${id}`)).toBe(true);
    await restoreAfter([{ kind: 'revocation', credential: 'session', id, version: 21_000, expiration_date }]);
    expect(FakeGateway.credentials.has(`session/${id}`)).toBe(false);
    expect(await admin.query('select id from admin.sessions where id = $1', [id])).toEqual([]);
  });

  describe('about channels', () => {
    const lostChannel = {
      kind: 'channel',
      id: '300',
      datamart_id: '1',
      version: 6_000,
      processings: [{ processing_id: '200', legal_basis: 'CONSENT' }],
      analyzers: [],
    } satisfies DirectoryChanged;

    it('leaves no processing to a channel without a row, above every published version', async () => {
      await restoreAfter([], [lostChannel]);
      expect(FakeGateway.follower.processingsOf('1', '300')).toEqual([]);
      const [state, ...others] = [...FakeGateway.directory.values()].filter(({ id }) => id === '300');
      expect([state, others]).toEqual([{ ...lostChannel, version: expect.any(Number), processings: [] }, []]);
      expect(state).not.toHaveProperty('version', 6_000);
      await restoreAfter([]);
      expect([...FakeGateway.directory.values()].filter(({ id }) => id === '300')).toEqual([state]);
    });

    it('gives no published id of a channel or processing out again', async () => {
      await restoreAfter([], [{ ...lostChannel, id: '301' }]);
      const channel = await admin.data('editor', 'POST', '/datamarts/1/channels', { name: 'x', type: 'SITE' });
      const processing = { community_id: '1', name: 'x', legal_basis: 'CONSENT' };
      const { id } = await admin.data('communityAdmin', 'POST', '/processings', processing);
      expect([channel.id, id].map(Number)).toEqual([302, 201]);
    });

    it.each([
      ['after its first selection', 0],
      ['in the version of the row', 1],
    ])('takes back a selection that was made after the dump, %s', async (_case, selections) => {
      const { id } = await admin.data('editor', 'POST', '/datamarts/1/channels', { name: 'x', type: 'SITE' });
      const processing = { community_id: '1', name: 'x', legal_basis: 'LEGITIMATE_INTEREST' };
      const selected = await admin.data('communityAdmin', 'POST', '/processings', processing);
      const path = `/channels/${String(id)}/processing_selections`;
      if (selections > 0) await admin.data('editor', 'POST', path, { processing_id: selected.id });
      const expected = selections > 0 ? [{ processing_id: selected.id, legal_basis: 'LEGITIMATE_INTEREST' }] : [];
      const [row] = await admin.query<{ version: number }>('select version::int from channels where id = $1', [id]);
      const lost = { ...lostChannel, id: String(id), version: row?.version ?? 7_000 };
      await admin.get(Republisher).republish(topics([], [lost]));
      expect(FakeGateway.follower.processingsOf('1', lost.id)).toEqual(expected);
      expect(
        [...FakeGateway.directory.values()].filter((entry) => entry.kind === 'channel' && entry.id === lost.id),
      ).toEqual([{ ...lost, version: expect.any(Number), processings: expected }]);
      expect(FakeGateway.directory.has(directoryChanged.key(lost))).toBe(false);
    });
  });

  it('removes organisations and datamarts without a row', async () => {
    await restoreAfter([], [{ kind: 'datamart', id: '650', organisation_id: '1' }]);
    expect(FakeGateway.directory.has('datamart/650')).toBe(false);
  });
});

describe('a republication of topics that say what the database says', () => {
  it('changes no version and removes nothing', async () => {
    const before = new Map(FakeGateway.credentials);
    const corrections = await admin.get(Republisher).republish(topics());
    expect(Object.values(corrections)).toEqual([[], [], [], [], []]);
    expect(FakeGateway.credentials).toEqual(before);
  });

  it('removes revocations when every version of the credential has expired', async () => {
    const old = { kind: 'revocation', credential: 'api_token', id: '3', version: 2, expiration_date: 1 } as const;
    const recent = { ...old, id: '300', version: 3, expiration_date };
    const { replacedKeys } = await admin.get(Republisher).republish(topics([old, recent]));
    expect(replacedKeys).toEqual([credentialChanged.key(old)]);
  });

  it('removes records that no gateway can read', async () => {
    const published = topics();
    published.credentials.set('api_token/1', undefined);
    expect((await admin.get(Republisher).republish(published)).replacedKeys).toEqual(['api_token/1']);
  });
});
