import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Tributary } from '../src/tributary.js';
import { client, listen, queued, server, storingFetch, visit } from './client-fixture.js';

/** Values that throw when they are looked at, and others that a page may pass by mistake. */
const hostile: unknown[] = [
  null,
  undefined,
  NaN,
  '',
  0,
  10n,
  Symbol('x'),
  () => {},
  [],
  [null],
  new Date(NaN),
  Object.create(null),
  new Proxy({}, { get: () => fail(), ownKeys: () => fail(), getPrototypeOf: () => fail() }),
  {
    get account() {
      return fail();
    },
    get timeoutMs() {
      return fail();
    },
    get token() {
      return fail();
    },
  },
  {
    toJSON: () => null,
    $events: [
      {
        get $event_name() {
          return fail();
        },
      },
    ],
  },
  { toString: () => fail(), valueOf: () => fail(), timeoutMs: { valueOf: () => fail() } },
];
function fail(): never {
  throw new Error('hostile');
}
const value = fc.oneof(fc.constantFrom(...hostile), fc.anything({ withBigInt: true, withNullPrototype: true }));
const names = [
  'activity',
  'siteVisit',
  'identify',
  'setProfile',
  'choice',
  'setConsent',
  'setAuth',
  'flush',
  'on',
] as const;

const unhandled: unknown[] = [];
const report = (error: unknown) => unhandled.push(error);
beforeEach(() => void process.on('unhandledRejection', report).on('uncaughtException', report));
afterEach(() => {
  process.off('unhandledRejection', report).off('uncaughtException', report);
  expect(unhandled.splice(0)).toEqual([]);
});

type Call = (...values: unknown[]) => unknown;
const call = (tributary: Tributary, name: string, values: unknown[]) =>
  (tributary as unknown as Record<string, Call>)[name]?.(...values);

describe('a call with any value', () => {
  it('neither throws nor rejects, and the client goes on', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.array(value, { maxLength: 4 }),
        fc.constantFrom('granted', 'pending', 'denied'),
        async (name, values, consent) => {
          // The checks of the platform are not those of the client.
          const tributary = client({ lingerMs: 3_600_000, consent, fetch: storingFetch() });
          await call(tributary, name, values);
          await tributary.setConsent('granted');
          tributary.setAuth({ token: 'right' });
          expect(await tributary.activity(visit(7))).toMatch(/-7/);
          expect(await tributary.flush(queued)).toMatchObject({ kept: 0 });
          expect(await tributary.close(values[0] as never)).toMatchObject({ kept: 0 });
        },
      ),
      { numRuns: 300 },
    ));

  it.each<[what: string, value: unknown]>([
    ['null', null],
    ['undefined', undefined],
    ['a text', 'x'],
    ['a number', 5],
    ['a list', [visit(1)]],
    ['a function', () => {}],
    ['a BigInt in it', visit(1, { n: 10n })],
    ['JSON of its own', visit(1, { toJSON: () => null })],
    [
      'a property that throws',
      {
        get $type() {
          return fail();
        },
      },
    ],
    ['a proxy that throws', new Proxy({}, { get: () => fail(), ownKeys: () => fail() })],
  ])('drops what is no activity: %s', async (_what, value) => {
    const tributary = client();
    const dropped = listen(tributary, 'dropped');
    expect(await tributary.activity(value as never)).toBeUndefined();
    expect(dropped).toMatchObject([{ reason: 'invalid', activity: { $type: expect.any(String) } }]);
    expect(await tributary.flush(queued)).toMatchObject({ dropped: 1, kept: 0 });
  });
});

describe('identify', () => {
  const ana = { $type: 'USER_ACCOUNT', $user_account_id: 'ana' };

  it.each([
    [{ account: null }],
    [{ account: '' }],
    [{ account: ' ' }],
    [{ account: NaN }],
    [{ account: {} }],
    [{ account: true }],
    [{ account: Infinity }],
    [{ email: null, emailHash: '' }],
    [{ email: {}, compartment: '7' }],
    [{}],
    [null],
    ['ben'],
  ])('takes nothing from %j', async (identity) => {
    const tributary = client();
    tributary.identify({ account: 'ana' });
    tributary.identify(identity as never);
    await tributary.activity(visit(1));
    await tributary.flush(queued);
    expect([...server.stored.values()]).toMatchObject([{ $user_identifiers: [ana] }]);
    expect(Object.values([...server.stored.values()][0] ?? {})).toContainEqual([ana]);
  });

  it.each([
    [{ account: 'real', email: null }, [{ $type: 'USER_ACCOUNT', $user_account_id: 'real' }]],
    [{ account: 12345, compartment: null }, [{ $type: 'USER_ACCOUNT', $user_account_id: '12345' }]],
    [{ account: 7n, compartment: 3 }, [{ $type: 'USER_ACCOUNT', $user_account_id: '7', $compartment_id: '3' }]],
    [{ account: NaN, emailHash: 'abc' }, [ana, { $type: 'USER_EMAIL', $hash: 'abc' }]],
  ])('takes what is given of %p', async (identity, identifiers) => {
    const tributary = client();
    tributary.identify({ account: 'ana' });
    tributary.identify(identity as never);
    await tributary.activity(visit(1));
    await tributary.flush(queued);
    expect(Object.values([...server.stored.values()][0] ?? {})).toContainEqual(identifiers);
  });
});

describe('an activity', () => {
  it.each([[null], [''], [NaN], [{}]])('with the key %p and no time gets both', async (nothing) => {
    const tributary = client();
    const id = await tributary.activity(visit(1, { $unique_key: nothing, $ts: NaN }));
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await tributary.flush(queued);
    expect(server.stored.get(id ?? '')?.$ts).toEqual(expect.any(Number));
  });
});

describe('a value that is no consent, or no credential', () => {
  it('changes nothing', async () => {
    const tributary = client({ consent: 'denied' });
    for (const value of [null, '', 'yes', true, {}]) await tributary.setConsent(value as never);
    expect(await tributary.activity(visit(1))).toBeUndefined();
    await tributary.setConsent('granted');
    for (const value of ['t', {}, { token: '' }, 5]) tributary.setAuth(value as never);
    await tributary.activity(visit(1));
    await tributary.flush(queued);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['t']);
  });
});
