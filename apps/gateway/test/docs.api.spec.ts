import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bootGateway, type BootedGateway } from './booted-gateway.js';

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway();
});
afterAll(() => gateway.stop());

const get = (path: string, init?: RequestInit) => fetch(`${gateway.url}${path}`, init);

/** URLs in a page or a style sheet: of `src`, `href` and `url(…)`. */
const urlsIn = (text: string) =>
  [...text.matchAll(/(?:src|href)="([^"]+)"|url\(["']?([^"')]+)/g)].map(([, a, b]) => a ?? b ?? '');

describe('/openapi.json', () => {
  it('is public', async () => {
    const response = await get('/openapi.json');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/v1' }] });
  });

  it('begins with what a newcomer calls first', async () => {
    const { tags } = (await (await get('/openapi.json')).json()) as { tags: { name: string }[] };
    expect(tags.slice(0, 2).map(({ name }) => name)).toEqual(['Tracking', 'Refused activities']);
  });

  it('is sent again only after a change', async () => {
    const { headers } = await get('/openapi.json');
    const etag = headers.get('etag') ?? '';
    expect(headers.get('cache-control')).toBe('no-cache');
    const again = await get('/openapi.json', { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    const another = await get('/openapi.json', { headers: { 'if-none-match': '"another"' } });
    expect(another.status).toBe(200);
  });

  it('answers HEAD without its body', async () => {
    const response = await get('/openapi.json', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('etag')).toMatch(/^"[\w-]{43}"$/);
  });
});

describe('/docs', () => {
  it('only runs its own scripts, and only connects to this server', async () => {
    const response = await get('/docs');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(await response.text()).not.toMatch(/<script>|<style>|\son\w+=|https?:/);
  });

  it.each([
    ['docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
    ['docs/start.js', 'text/javascript; charset=utf-8'],
    ['docs/swagger-ui.css', 'text/css; charset=utf-8'],
    ['docs/index.css', 'text/css; charset=utf-8'],
    ['docs/favicon-32x32.png', 'image/png'],
  ])('loads %s from this server', async (file, type) => {
    expect(urlsIn(await (await get('/docs')).text())).toContain(file);
    const response = await get(`/${file}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
  });

  it('loads only files that are served', async () => {
    for (const file of urlsIn(await (await get('/docs')).text()))
      expect([file, (await get(`/${file}`)).status]).toEqual([file, 200]);
    const styles = await (await get('/docs/swagger-ui.css')).text();
    expect(urlsIn(styles).filter((name) => !name.startsWith('data:'))).toEqual([]);
    expect(await (await get('/docs/start.js')).text()).toContain("url: 'openapi.json'");
  });

  it.each([
    '/docs/',
    '/docs/swagger-ui.js',
    '/docs/package.json',
    '/docs/..%2Fpackage.json',
    '/docs/constructor',
    '/openapi.yaml',
  ])('answers 404 at %s', async (path) => {
    const response = await get(path);
    expect([response.status, await response.json()]).toMatchObject([404, { error_code: 'RESOURCE_NOT_FOUND' }]);
  });

  it.each(['/docs', '/openapi.json', '/docs/start.js'])('refuses POST at %s', async (path) => {
    expect((await get(path, { method: 'POST' })).status).toBe(404);
  });
});
