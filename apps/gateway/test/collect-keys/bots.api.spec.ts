import { describe, expect, it } from '@jest/globals';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { secretKey, signingKeys, tokens } from '../booted-gateway.js';
import { activities, anActivity, gateway, keys, published, send, shop } from './collect-keys-fixture.js';

const { forServers, forShop } = keys;
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

async function bots(): Promise<number> {
  const counter = gateway.platform.metrics.registry.getSingleMetric('tributary_gateway_bot_activities_total');
  return ((await counter?.get())?.values ?? []).reduce((sum, { value }) => sum + value, 0);
}

/** Whether the only activity that was published says that it is of a bot. */
const isFlagged = () => {
  expect(published()).toHaveLength(1);
  return published()[0]?.['$is_bot'];
};
const describedBy = ($raw_value: string, more: object = {}) =>
  anActivity({ $user_agent_info: { $raw_value }, ...more });

describe('a page', () => {
  it.each<[string, string, true | undefined]>([
    ['of a bot', googlebot, true],
    ['of a person', browser, undefined],
    ['that renders pages without a window', browser.replace('Chrome/', 'HeadlessChrome/'), true],
    ['behind a proxy that names itself', 'Amazon CloudFront', undefined],
    ['that names none', '', undefined],
  ])('in a browser %s is judged by its header, which is kept nowhere', async (_case, userAgent, expected) => {
    const headers = { origin: shop, 'user-agent': userAgent };
    const before = await bots();
    expect((await send({ key: forShop, headers })).status).toBe(200);
    expect(published()).toEqual([{ ...anActivity(), ...(expected && { $is_bot: true }) }]);
    expect(await bots()).toBe(before + (expected ? 1 : 0));
  });

  it('flags each activity of a request', async () => {
    const lines = [anActivity(), anActivity({ $unique_key: '9f2b1a84-0000-4000-8000-00000000000b' })];
    await send({
      key: forShop,
      headers: { origin: shop, 'user-agent': googlebot, 'content-type': 'application/x-ndjson' },
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
    });
    expect(published().map(({ $is_bot }) => $is_bot)).toEqual([true, true]);
  });

  it('sets and removes the flag by nothing in the body', async () => {
    await send({ key: forShop, headers: { origin: shop, 'user-agent': browser }, body: anActivity({ $is_bot: true }) });
    expect(isFlagged()).toBeUndefined();
    const body = describedBy(browser, { $is_bot: false });
    await send({ key: forShop, headers: { origin: shop, 'user-agent': googlebot }, body });
    expect(published()[1]?.['$is_bot']).toBe(true);
  });
});

describe('the header of a client that is no page counts for nothing', () => {
  const headers = { 'user-agent': googlebot };

  it('with a collect key', async () => {
    await send({ key: forServers, headers });
    expect(isFlagged()).toBeUndefined();
  });

  it('with a token, also beside an origin', async () => {
    await send({ headers: { ...headers, authorization: tokens.EDITOR, origin: shop } });
    expect(isFlagged()).toBeUndefined();
  });

  it('with a signature', async () => {
    const body = JSON.stringify(anActivity());
    const signature = signatureHeaders({ key_id: signingKeys.EDITOR, secret_key: secretKey }, activities, body);
    await send({ headers: { ...headers, ...signature }, body });
    expect(isFlagged()).toBeUndefined();
  });
});

describe('the user agent that an activity carries,', () => {
  it.each<[string, object, true | undefined]>([
    ['of a bot', describedBy(googlebot), true],
    ['of a browser', describedBy(browser), undefined],
    ['of an app', describedBy('Shop/3.1', { $type: 'APP_VISIT' }), undefined],
  ])('%s is judged, with every credential', async (_case, body, expected) => {
    await send({ key: forServers, body });
    await send({ headers: { authorization: tokens.EDITOR }, body });
    expect(published().map(({ $is_bot }) => $is_bot)).toEqual([expected, expected]);
  });
});
