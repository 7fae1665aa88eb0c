import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type Server } from 'node:http';
import { mkdtempSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bootGateway, type BootedGateway } from './booted-gateway.js';
import { script } from './console-stand-in.js';

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());

/** As a browser that opens a page. */
const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const asset = '/assets/index-B1x2.js';

const get = (target: string, headers: Record<string, string> = html, method = 'GET') =>
  fetch(`${gateway.url}${target}`, { method, headers });

/** Unlike fetch it does not decode the body, and sends the path as it is. */
async function getRaw(target: string, headers: Record<string, string>) {
  const [answer] = (await once(send(gateway.url, { path: target, headers }).end(), 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

const notFound = [404, { status: 'error', error_code: 'RESOURCE_NOT_FOUND', error: 'Resource Not Found' }];
async function expectNotFound(response: Response): Promise<void> {
  const body = (await response.json()) as { error_id: string };
  expect([response.status, body]).toMatchObject(notFound);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('x-request-id')).toBe(body.error_id);
  expect(response.headers.get('content-security-policy')).toBeNull();
}

/** URLs of the page's files. */
const urlsIn = (page: string) => [...page.matchAll(/\s(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');

describe('the page', () => {
  it('runs only its own scripts, and takes only styles with its nonce', async () => {
    const response = await get('/');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const nonces = new Set([...(await response.text()).matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce));
    expect([...nonces]).toEqual([expect.stringMatching(/^[A-Za-z0-9+/]{24}$/)]);
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self' 'nonce-${[...nonces][0]}'; ` +
        `style-src 'self' 'nonce-${[...nonces][0]}'; ` +
        "img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('has another nonce in every answer', async () => {
    const policies = await Promise.all(
      Array.from({ length: 20 }, async () => (await get('/')).headers.get('content-security-policy')),
    );
    expect(new Set(policies).size).toBe(20);
  });

  it.each(['/', '/?x=1', '/live', '/d/1/live', '/d/1/', '/d/1/people/a.b%2Fc,d=e', '/v1x', '/doc'])(
    'is at %s, with URLs that name its files',
    async (target) => {
      const response = await get(target);
      expect(response.status).toBe(200);
      const urls = urlsIn(await response.text());
      expect(urls).toHaveLength(3);
      for (const url of urls) expect((await fetch(new URL(url, `${gateway.url}${target}`))).status).toBe(200);
    },
  );

  it('is at / for every client that accepts any type', async () => {
    for (const target of ['/', '/?x=1']) expect((await get(target, { accept: '*/*' })).status).toBe(200);
  });

  it('answers HEAD without its body', async () => {
    const response = await get('/d/1/live', html, 'HEAD');
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-security-policy')).toContain("'nonce-");
  });

  it('is at paths of 17 segments, and no longer ones', async () => {
    expect((await get('/x'.repeat(17))).status).toBe(200);
    await expectNotFound(await get('/x'.repeat(18)));
  });
});

describe('what is not found', () => {
  it.each([
    '/v1',
    '/v1/unknown',
    '/v1/datamarts/1/unknown',
    '/%76%31/unknown',
    '/docs/',
    '/docs/unknown.js',
    '/openapi.json/x',
    '/health',
    '/health/unknown',
    '/metrics/x',
    '/internal/access',
    '/assets',
    '/assets/',
    '/assets/index-A0a0.js',
    '/assets/index-B1x2.js.br',
    '/assets/index-B1x2.js.gz',
    '/assets/..%2Findex.html',
    '/assets/%2e%2e/%2e%2e/package.json/../../assets/x',
  ])('%s is not the page, even for a browser', async (target) => expectNotFound(await get(target)));

  it.each([
    ['/', 'application/json'],
    ['/live', 'application/json'],
    ['/live', '*/*'],
    ['/d/1/live', '*/*'],
  ])('is %s for a client that accepts %s', async (target, accept) => expectNotFound(await get(target, { accept })));

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('is %s', async (method) => {
    for (const target of ['/', '/live', asset]) await expectNotFound(await get(target, html, method));
  });

  it.each([
    '/assets/../index.html',
    '/assets/../../package.json',
    '/../../../etc/passwd',
    '/assets/..\\..\\package.json',
  ])('or is the page, but never a file outside: %s', async (target) => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
      socket.end(`GET ${target} HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
      buffer(socket).then((bytes) => resolve(bytes.toString()), reject);
    });
    expect(text).toMatch(/^HTTP\/1\.1 (404|200) /);
    expect(/^HTTP\/1\.1 404 /.test(text) || text.includes('<div id="root">')).toBe(true);
    expect(text).not.toMatch(/"name": "@tributary|root:x:/);
  });
});

describe('a file', () => {
  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['deflate', undefined, (bytes: Buffer) => bytes],
    ['', undefined, (bytes: Buffer) => bytes],
  ])('accepted as "%s" is sent as %s', async (accepted, encoding, decode) => {
    const { status, headers, body } = await getRaw(asset, { 'accept-encoding': accepted });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(decode(body).toString()).toBe(script);
  });

  it('has a tag for each encoding, and is not sent again to a client that has it', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (accepted) => {
        const first = await getRaw(asset, { 'accept-encoding': accepted });
        const etag = first.headers.etag ?? '';
        const again = await getRaw(asset, { 'accept-encoding': accepted, 'if-none-match': etag });
        expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
        expect(again.headers).toMatchObject({
          vary: 'accept-encoding',
          'cache-control': expect.stringContaining('immutable'),
        });
        return etag;
      }),
    );
    expect(new Set(tags).size).toBe(3);
    expect((await getRaw(asset, { 'accept-encoding': 'br', 'if-none-match': tags[1] ?? '' })).status).toBe(200);
  });

  it('is at / for every client that accepts any type', async () => {
    for (const target of ['/', '/?x=1']) expect((await get(target, { accept: '*/*' })).status).toBe(200);
  });

  it('answers HEAD without its body', async () => {
    const response = await get(asset, {}, 'HEAD');
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
  });

  it('without a hash in its name is checked at every use', async () => {
    const response = await get('/icon.svg', {});
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    expect(response.headers.get('cache-control')).toBe('no-cache');
  });

  it('of the build alone is not served', async () => expectNotFound(await get('/.inputs', {})));
});

describe('below a path prefix, which a reverse proxy removes', () => {
  const prefix = '/tools/tributary';
  let proxy: Server;
  beforeAll(async () => {
    proxy = createServer((incoming, outgoing) => {
      if (!incoming.url?.startsWith(`${prefix}/`)) return void outgoing.writeHead(502).end();
      const target = { path: incoming.url.slice(prefix.length), method: incoming.method, headers: incoming.headers };
      const forwarded = send(gateway.url, target, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(forwarded);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => void proxy.close());

  it.each(['/', '/live', '/d/1/live'])('the page at %s loads its files', async (target) => {
    const page = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${prefix}${target}`;
    const response = await fetch(page, { headers: html });
    expect(response.status).toBe(200);
    for (const url of urlsIn(await response.text())) {
      const file = await fetch(new URL(url, page));
      expect([file.url, file.status]).toEqual([expect.stringContaining(`${prefix}/`), 200]);
    }
  });

  it('a URL from the root would leave the prefix (control)', async () => {
    const origin = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    expect((await fetch(new URL(asset, origin))).status).toBe(502);
  });
});

describe('CONSOLE=off', () => {
  it('leaves the console out, without a build of it', async () => {
    const consoleDirectory = mkdtempSync(path.join(tmpdir(), 'tributary-no-console-'));
    const without = await bootGateway({ settings: { CONSOLE: 'off' }, consoleDirectory });
    for (const target of ['/', '/live', asset])
      await expectNotFound(await fetch(`${without.url}${target}`, { headers: html }));
    await without.stop();
  });
});

describe('a console that is not built', () => {
  it('fails the start with the command that builds it', async () => {
    const consoleDirectory = mkdtempSync(path.join(tmpdir(), 'tributary-no-console-'));
    await expect(bootGateway({ consoleDirectory })).rejects.toThrow(
      /console is not built.*nx build @tributary\/console.*CONSOLE=off/,
    );
  });
});
