import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pathOfRoute } from '@tributary/gateway/openapi/path-of-route';
import { agentRoute, routes } from '@tributary/gateway/routes';
import { bootStandalone, type BootedStandalone } from './booted-standalone.js';

const registered: string[] = [];
let product: BootedStandalone;

beforeAll(async () => {
  product = await bootStandalone((server) =>
    server.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) registered.push(`${one} ${url}`);
    }),
  );
});
afterAll(() => product.stop());

/** Routes without a rule: public ones, preflights of browsers, and those of /internal, which are closed to clients. An invitation has a secret of its own. */
const open =
  /^(GET|HEAD) \/(health\/(live|ready)|metrics|openapi\.json|docs(\/:file)?|guide(\/\*)?|llms\.txt|sdk(-:version)?\.js|\*)$|^OPTIONS \/v1\/datamarts\/:datamart_id\/user_activities$|^POST \/internal\/|^POST \/auth\/invitation$/;

/** The routes without a rule. That of agents holds for every method. */
function withoutRule(names: string[]): string[] {
  const ruled = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  const isOpen = (name: string) => open.test(name) || name.endsWith(` ${agentRoute.path}`);
  return names.filter((name) => !isOpen(name) && !ruled.has(name.replace(/^HEAD /, 'GET ')));
}

describe('the routes of the product', () => {
  it('each have a rule', () => {
    expect(registered).toContain('POST /v1/datamarts/:datamart_id/user_activities');
    expect(withoutRule(registered)).toEqual([]);
  });

  it('are exactly those that the OpenAPI document describes', async () => {
    const { paths } = (await (await fetch(`${product.url}/openapi.json`)).json()) as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const existing = registered
      .map((name) => name.split(' '))
      .filter(([method, url = '']) => method !== 'HEAD' && method !== 'OPTIONS' && url.startsWith('/v1/'))
      .map(([method, url = '']) => `${method} ${pathOfRoute(url).path}`);
    expect(described.sort()).toEqual(existing.sort());
  });

  it('(control) are detected if they have no rule', () => {
    expect(withoutRule([...registered, 'GET /v1/secrets', 'GET /admin'])).toEqual(['GET /v1/secrets', 'GET /admin']);
  });

  it('below /internal are not found by clients', async () => {
    for (const authorization of ['', product.token]) {
      const headers = { authorization, 'content-type': 'application/json', 'x-tributary-service': 'x.y' };
      const response = await fetch(`${product.url}/internal/access`, { method: 'POST', headers, body: '{}' });
      expect([response.status, await response.json()]).toMatchObject([404, { error_code: 'RESOURCE_NOT_FOUND' }]);
    }
  });

  it('ignore a caller header that a client sends', async () => {
    const headers = { 'x-tributary-caller': 'eyJ1c2VyX2lkIjoiMSJ9.x' };
    const response = await fetch(`${product.url}/v1/connected_user`, { headers });
    expect([response.status, await response.json()]).toMatchObject([401, { error_code: 'AUTHENTICATION_ERROR' }]);
  });
});
