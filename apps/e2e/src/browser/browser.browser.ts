import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { expectAccessible, expectAccessibleInLightAndDark } from './accessibility.js';
import { findChromium, openConsole, type ConsoleBrowser } from './browser.js';

const head = '<html lang="en"><head><title>x</title><link rel="icon" href="data:,"></head>';
const pages: Record<string, string> = {
  '/good': `${head}<body><main><h1>x</h1><button>x</button></main><script src="/good.js"></script></body></html>`,
  '/good.js': 'document.body.style.margin = "0"; fetch("/v1/unknown");',
  '/style': `${head}<body><style>p { color: red }</style></body></html>`,
  '/script': `${head}<body><script>document.title = 'y'</script></body></html>`,
  '/other-server': `${head}<body><script src="/other-server.js"></script></body></html>`,
  '/throws': `${head}<body><script src="/throws.js"></script></body></html>`,
  '/throws.js': 'setTimeout(() => { throw new Error("thrown by the page") })',
  '/logs': `${head}<body><script src="/logs.js"></script></body></html>`,
  '/logs.js': 'console.error("logged by the page")',
  '/missing-file': `${head}<body><script src="/not-there.js"></script></body></html>`,
  '/dark': `${head}<body><link rel="stylesheet" href="/dark.css"><main><h1>words</h1></main></body></html>`,
  '/dark.css': '@media (prefers-color-scheme: dark) { body { background: #000; color: #222; } }',
  '/no-name': `${head}<body><main><h1>x</h1><button></button></main></body></html>`,
};

let server: Server;
let other: Server;
let url: string;
const open: ConsoleBrowser[] = [];

beforeAll(async () => {
  other = createServer((_request, response) => response.end());
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  pages['/other-server.js'] = `fetch("${otherUrl}/").catch(() => {})`;
  server = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    const type = { '.js': 'text/javascript', '.css': 'text/css' }[path.extname(request.url ?? '')] ?? 'text/html';
    response.setHeader('content-type', type);
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self' ${otherUrl}`,
    );
    response.writeHead(page === undefined ? 404 : 200).end(page);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => Promise.all(open.splice(0).map((browser) => browser.close())));
afterAll(() => {
  for (const one of [server, other]) one.close().closeAllConnections();
});

async function openPage(page: string): Promise<ConsoleBrowser> {
  const browser = await openConsole({ url }, { path: page });
  open.push(browser);
  return browser;
}

describe('the browser of the suites', () => {
  it('finds nothing on a page that keeps the rules', async () => {
    const browser = await openPage('/good');
    await browser.expectNoViolations();
    await expectAccessible(browser.page);
    await browser.expectNoViolations();
  });

  it.each([
    ['a style without a nonce', '/style', 'violations', /^style-src/],
    ['a script in the page', '/script', 'violations', /^script-src/],
    ['a request to another server', '/other-server', 'foreignRequests', /^http:\/\/127/],
    ['an uncaught error', '/throws', 'errors', /thrown by the page/],
    ['an error in the log', '/logs', 'errors', /logged by the page/],
    ['a file that is not there', '/missing-file', 'errors', /^404 .*not-there\.js$/],
  ] as const)('finds %s', async (_what, page, kind, expected) => {
    const browser = await openPage(page);
    await eventually(() => expect(browser.problems[kind]).toEqual([expect.stringMatching(expected)]));
    await expect(browser.expectNoViolations()).rejects.toThrow();
  });

  it('finds a button without a name', async () => {
    const { page } = await openPage('/no-name');
    await expect(expectAccessible(page)).rejects.toThrow('button-name');
  });

  it('finds colours that are too much alike in dark only', async () => {
    const browser = await openPage('/dark');
    await expectAccessible(browser.page);
    await expect(expectAccessibleInLightAndDark(browser, 'alike')).rejects.toThrow('color-contrast');
  });

  it('opens the link that signs in, and writes a picture of the page', async () => {
    const browser = await openConsole({ url }, { path: '/good', token: 'a+b/c' });
    open.push(browser);
    expect(new URLSearchParams(new URL(browser.page.url()).hash.slice(1)).get('token')).toBe('a+b/c');
    const file = await browser.screenshot('good', { dark: true });
    expect(file).toMatch(/good-dark\.png$/);
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG');
  });

  it('is required: a path without one is an error that says what to do', () => {
    expect(() => findChromium({ CHROMIUM: '/no/chromium' })).toThrow(/\/no\/chromium.*set CHROMIUM/);
    expect(existsSync(findChromium())).toBe(true);
  });
});
