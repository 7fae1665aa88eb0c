import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as send, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bootGateway, type BootedGateway } from './booted-gateway.js';

const sdk = path.join(import.meta.dirname, '../../../libs/sdk');
const script = readFileSync(path.join(sdk, 'dist/sdk.js'), 'utf8');
const { version } = JSON.parse(readFileSync(path.join(sdk, 'package.json'), 'utf8')) as { version: string };
const ofVersion = `/sdk-${version}.js`;
const maxBytes = 10 * 1_024;

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());

/** Unlike fetch it does not decode the body. */
async function getRaw(target: string, headers: Record<string, string> = {}, method = 'GET') {
  const request = send(gateway.url, { path: target, headers, method }).end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

describe.each([
  ['/sdk.js', 'public, max-age=300'],
  [ofVersion, 'public, max-age=31536000, immutable'],
])('%s', (target, cacheControl) => {
  it('is the script, which pages of every origin may load and read', async () => {
    const { status, headers, body } = await getRaw(target, { origin: 'https://shop.example' });
    expect([status, body.toString()]).toEqual([200, script]);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': cacheControl,
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed for a client that accepts %s, to at most 10 KiB', async (encoding, decode) => {
    const { headers, body } = await getRaw(target, { 'accept-encoding': encoding });
    expect([headers['content-encoding'], decode(body).toString()]).toEqual([encoding, script]);
    expect(body.length).toBeLessThanOrEqual(maxBytes);
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await getRaw(target);
    const again = await getRaw(target, { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    expect(again.headers).toMatchObject({ 'cache-control': cacheControl, 'access-control-allow-origin': '*' });
    expect((await getRaw(target, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  it('answers HEAD without its body', async () => {
    const { status, headers, body } = await getRaw(target, {}, 'HEAD');
    expect([status, body.length, headers['content-length']]).toEqual([200, 0, String(Buffer.byteLength(script))]);
  });
});

it('another version is not found, not even as a page of the console', async () => {
  for (const target of ['/sdk-0.0.0.js', '/sdk-.js', `/sdk-${version}x.js`])
    expect([target, (await getRaw(target, { accept: 'text/html' })).status]).toEqual([target, 404]);
});

it('is served without the console, too', async () => {
  const without = await bootGateway({ settings: { CONSOLE: 'off' } });
  for (const target of ['/sdk.js', ofVersion]) expect(await (await fetch(without.url + target)).text()).toBe(script);
  await without.stop();
});
