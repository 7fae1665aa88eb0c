import { describe, expect, it } from '@jest/globals';
import type { Tributary, TributaryOptions } from '../src/tributary.js';
import { client, queued, server, visit } from './client-fixture.js';

const ana = { account: 'ana' };
const choice = ($processing_id: string, $choice_acceptance_value: boolean) => ({
  $events: [{ $event_name: '$set_user_choice', $properties: { $processing_id, $choice_acceptance_value } }],
});
/** The activities that the server has, in the order of their lines. */
async function sentBy(tributary: Tributary): Promise<object[]> {
  await tributary.flush({ timeoutMs: 300 });
  return [...server.stored.values()];
}

describe('consent that is required', () => {
  it('is given by an acceptance, which is sent before what has waited for it', async () => {
    const tributary = client({ consent: 'required' });
    tributary.identify(ana);
    const waiting = await tributary.activity(visit(1));
    expect(await sentBy(tributary)).toEqual([]);
    const answers = await Promise.all(['2', '3'].map((processing) => tributary.consent(processing, true)));
    const stored = await sentBy(tributary);
    expect(stored).toMatchObject([choice('2', true), choice('3', true), { n: 1, $unique_key: waiting }]);
    expect(answers).toEqual(stored.slice(0, 2).map((one) => ({ id: (one as { $unique_key: string }).$unique_key })));
    // The queue of a browser sorts by the id.
    for (const { id = '' } of answers) expect(id < String(waiting)).toBe(true);
  });

  it('is refused without any request by a person without an identifier', async () => {
    const tributary = client({ consent: 'required' });
    await tributary.activity(visit(1));
    expect(await tributary.consent('2', false)).toEqual({});
    await tributary.activity(visit(2));
    expect(await sentBy(tributary)).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  it('is refused under an identifier that exists', async () => {
    const tributary = client({ consent: 'required' });
    tributary.identify(ana);
    expect(await tributary.consent('2', false)).toEqual({ id: expect.any(String) });
    await tributary.activity(visit(1));
    expect(await sentBy(tributary)).toMatchObject([
      { ...choice('2', false), $user_identifiers: [{ $user_account_id: 'ana' }] },
    ]);
  });

  it('ends with the last acceptance, and begins again', async () => {
    const tributary = client({ consent: 'required' });
    tributary.identify(ana);
    await tributary.consent('2', true);
    await tributary.consent('3', true);
    await tributary.consent('2', false);
    await tributary.activity(visit(1));
    await tributary.flush(queued);
    await tributary.consent('3', false);
    expect(await tributary.activity(visit(2))).toBeUndefined();
    await tributary.consent('3', true);
    await tributary.activity(visit(3));
    const numbers = (await sentBy(tributary)).flatMap(({ n }: { n?: number }) => n ?? []);
    expect(numbers).toEqual([1, 3]);
  });
});

it('(control) without being required, a refusal is recorded and changes nothing else', async () => {
  const tributary = client();
  tributary.identify(ana);
  await tributary.consent('2', false);
  await tributary.activity(visit(1));
  expect(await sentBy(tributary)).toMatchObject([choice('2', false), { n: 1 }]);
});

it.each([
  ['no processing', undefined, true],
  ['an empty one', ' ', true],
  ['no boolean', '2', 'yes'],
])('a choice of %s is ignored', async (_what, processing, accepted) => {
  const tributary = client();
  expect(await tributary.consent(processing as never, accepted as never)).toEqual({});
  expect(await sentBy(tributary)).toEqual([]);
});

it.each<[string, TributaryOptions['auth'], boolean, object]>([
  ['an acceptance with a collect key', { collectKey: 'tck_1' }, true, { not_effective: 'possible' }],
  ['a refusal with a collect key', { collectKey: 'tck_1' }, false, {}],
  ['an acceptance with a token', { token: 't' }, true, {}],
  ['an acceptance without a credential', undefined, true, {}],
])('the answer to %s says whether it may not count', async (_what, auth, accepted, expected) => {
  const tributary = client({ auth });
  tributary.identify(ana);
  expect(await tributary.consent('2', accepted)).toEqual({ id: expect.any(String), ...expected });
});
