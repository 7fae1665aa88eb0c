import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bootGateway, tokens, type BootedGateway } from '../booted-gateway.js';

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());

const send = (datamart_id: string, headers: Record<string, string>) =>
  fetch(`${gateway.url}/v1/datamarts/${datamart_id}/user_activities`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
  }).then(({ status }) => status);

const signed = { 'x-svc-key-id': 'editor-key', 'x-svc-ts': String(Date.now()), 'x-svc-mac': 'bm8=' };
const scrape = () => gateway.platform.metrics.registry.metrics();

describe('access metrics', () => {
  it('count refusals by reason, including a signature that does not match the body', async () => {
    expect(await send('1', {})).toBe(401);
    expect(await send('1', { authorization: 'an-unknown-token-xxxxxxxxxxxxxxxxxxxxxxx' })).toBe(401);
    for (let sent = 0; sent < 2; sent++) expect(await send('1', signed)).toBe(401);
    expect(await send('3', { authorization: tokens.EDITOR })).toBe(403);
    // Authorized, and refused for its body: not counted.
    expect(await send('1', { authorization: tokens.EDITOR })).toBe(400);
    const refusals = [
      ...(await scrape()).matchAll(/^tributary_gateway_refusals_total\{reason="(\w+)"[^}]*\} (\d+)$/gm),
    ];
    expect(Object.fromEntries(refusals.map(([, reason, count]) => [reason, Number(count)]))).toEqual({
      AUTHENTICATION_ERROR: 1,
      TOKEN_ERROR: 1,
      MAC_ERROR: 2,
      AUTHORIZATION_ERROR: 1,
    });
  });

  it('show the number of credentials, and whether all are read', async () => {
    const text = await scrape();
    for (const [kind, count] of [
      ['user', 7],
      ['api_token', 7],
      ['message_authentication_key', 5],
    ] as const)
      expect(text).toMatch(new RegExp(`^tributary_gateway_credentials\\{kind="${kind}"[^}]*\\} ${count}$`, 'm'));
    expect(text).toMatch(/^tributary_gateway_caught_up\{[^}]*\} 1$/m);
  });
});
