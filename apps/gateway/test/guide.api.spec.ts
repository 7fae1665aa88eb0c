import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { request as send, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadGuide } from '../src/guide/guide-files.js';
import { bootGateway, type BootedGateway } from './booted-gateway.js';

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());

/** Unlike fetch it does not decode the body, follows no redirect, and sends the path as it is. */
async function get(target: string, headers: Record<string, string> = {}, method = 'GET') {
  const request = send(gateway.url, { path: target, headers, method }).end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}
const html = { accept: 'text/html,*/*;q=0.8' };

/** URLs in a page. */
const urlsIn = (page: string) => [...page.matchAll(/\s(?:src|href|data-index)="([^"#]+)/g)].map(([, url]) => url ?? '');

describe('a page of the guide', () => {
  it.each(['/guide/', '/guide/web-pages', '/guide/adr/0005-bus', '/guide/clients'])(
    '%s runs only the guide’s script, and loads only what is served',
    async (target) => {
      const { status, headers, body } = await get(target);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        vary: 'accept-encoding',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      });
      const page = body.toString();
      expect(page).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/);
      const urls = [...new Set(urlsIn(page))].filter((url) => !/^https?:/.test(url));
      expect(urls.length).toBeGreaterThan(20);
      for (const url of urls) {
        const { pathname } = new URL(url, `${gateway.url}${target}`);
        expect([url, (await get(pathname, html)).status]).toEqual([url, 200]);
      }
    },
  );

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('is compressed for a client that accepts %s', async (encoding, decode) => {
    const plain = await get('/guide/operations');
    const { headers, body } = await get('/guide/operations', { 'accept-encoding': encoding });
    expect([headers['content-encoding'], decode(body).equals(plain.body)]).toEqual([encoding, true]);
    expect(body.length).toBeLessThan(plain.body.length / 2);
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await get('/guide/cli');
    const again = await get('/guide/cli', { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    expect((await get('/guide/cli', { 'if-none-match': '"another"' })).status).toBe(200);
  });

  it('answers HEAD without its body', async () => {
    const { status, headers, body } = await get('/guide/cli', {}, 'HEAD');
    expect([status, body.length, Number(headers['content-length']) > 1_000]).toEqual([200, 0, true]);
  });

  it('has its files under names that never get another content', async () => {
    const page = (await get('/guide/')).body.toString();
    const assets = urlsIn(page).filter((url) => url.includes('assets/'));
    expect(assets).toHaveLength(3);
    for (const asset of assets)
      expect((await get(new URL(asset, `${gateway.url}/guide/`).pathname)).headers['cache-control']).toBe(
        'public, max-age=31536000, immutable',
      );
  });
});

it('the folder without its slash leads to the first page, below the prefix of a proxy too', async () => {
  const { status, headers } = await get('/guide');
  expect([status, headers.location]).toEqual([308, 'guide/']);
});

describe('for programs that read', () => {
  it('each page is Markdown', async () => {
    const { status, headers, body } = await get('/guide/web-pages.md');
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(body.toString()).toMatch(/^# Track my website\n/);
  });

  it('/llms.txt lists the pages, which exist', async () => {
    const { status, headers, body } = await get('/llms.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const list = body.toString();
    expect(list).toMatch(/^# Tributary\n\n> /);
    const linked = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? '');
    expect(linked.length).toBeGreaterThan(60);
    for (const target of linked) expect([target, (await get(`/${target}`)).status]).toEqual([target, 200]);
  });
});

describe('what is not found', () => {
  it.each([
    '/guide/unknown',
    '/guide/web-pages/',
    '/guide/web-pages.html',
    '/guide/index.html',
    '/guide/assets',
    '/guide/assets/',
    '/guide/console/',
    '/guide/.inputs',
    '/guide/web-pages.html.br',
    '/guide/../package.json',
    '/guide/..%2Fpackage.json',
    '/guide/%2e%2e/package.json',
    '/guide/..%5cpackage.json',
    '/guide//etc/passwd',
    '/guide/constructor',
    '/guide/__proto__',
  ])('is at %s, not even a page of the console', async (target) => {
    const { status, body } = await get(target, html);
    expect([status, JSON.parse(body.toString())]).toMatchObject([404, { error_code: 'RESOURCE_NOT_FOUND' }]);
  });

  it.each(['POST', 'PUT', 'DELETE'])('is any %s', async (method) => {
    for (const target of ['/guide', '/guide/', '/guide/cli', '/llms.txt'])
      expect([target, (await get(target, {}, method)).status]).toEqual([target, 404]);
  });
});

it('is served without the console, too', async () => {
  const without = await bootGateway({ settings: { CONSOLE: 'off' } });
  expect(await (await fetch(`${without.url}/guide/cli`)).text()).toContain('<h1');
  await without.stop();
});

it('a guide that is not built fails the start with the command that builds it', () =>
  expect(() => loadGuide(mkdtempSync(path.join(tmpdir(), 'tributary-no-guide-')))).toThrow(
    /not built: .*index\.html is missing.*nx build @tributary\/guide/,
  ));
