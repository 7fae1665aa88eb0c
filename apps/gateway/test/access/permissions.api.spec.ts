import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { covers, roles, type Role } from '@tributary/contracts/rules/access/roles';
import type { Method, Route } from '@tributary/contracts/endpoints/route';
import { routes } from '../../src/routes.js';
import { bootGateway, limitedTokens, tokens, type BootedGateway } from '../booted-gateway.js';
import { standInOwners } from '../stand-in-owners.js';

let gateway: BootedGateway;
beforeAll(async () => {
  gateway = await bootGateway({ extend: standInOwners });
});
afterAll(() => gateway.stop());

/** The documented permissions, by path prefix. Deliberately independent of routes.ts. */
const writers: [start: RegExp, role: Role][] = [
  [/^\/v1\/datamarts\/:datamart_id\/user_activities_analytics$/, 'READER'],
  [/^\/v1\/datamarts\/:datamart_id\/saved_reports/, 'READER'],
  [/^\/v1\/platform_monitoring\/collections$/, 'READER'],
  [/^\/v1\/users\/:user_id(\/(api_tokens|message_authentication_keys)(\/:\w+)?)?$/, 'READER'],
  [/^\/v1\/(communities|organisations|processings)/, 'COMMUNITY_ADMIN'],
  [/^\/v1\/datamarts(\/:datamart_id)?$/, 'ORGANISATION_ADMIN'],
  [/^\/v1\/(users|plugins)/, 'ORGANISATION_ADMIN'],
  [
    /^\/v1\/(datamarts|channels|datawarehouses|dashboards|audience_segments|activity_analyzers|visit_analyzer_models)/,
    'EDITOR',
  ],
];
function leastRole({ method, path }: Route): Role | undefined {
  if (path === '/v1/plugins/:plugin_id/versions/:version_id/worker') return 'ORGANISATION_ADMIN';
  if (/^\/v1\/organisations\/:organisation_id\/(audit_events|api_tokens|invitations)/.test(path))
    return 'ORGANISATION_ADMIN';
  if (/\/(export|members)$/.test(path)) return 'EDITOR';
  if (method === 'GET') return 'READER';
  if (method === 'DELETE' && path === '/v1/users/:user_id') return 'ORGANISATION_ADMIN';
  return writers.find(([start]) => start.test(path))?.[1];
}

/** A path with every parameter filled in: `tenant` for datamart, organisation and community, else 1. */
const pathOf = (path: string, tenant: string) =>
  path
    .replace(/:(datamart|organisation|community)_id/g, tenant)
    .replace(':activity_id', randomUUID())
    .replace(/:\w+/g, '1');
const namesTenant = ({ path }: Route) => /:(datamart|organisation|community)_id/.test(path);

async function call(method: Method, target: string, token?: string) {
  const response = await fetch(gateway.url + target, {
    method,
    headers: { ...(token ? { authorization: token } : {}), 'content-type': 'application/json' },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, body: {}, error_id: undefined };
  }
  const { error_id, ...body } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, error_id };
}

/** Authorized: the owner has answered, or the gateway's own controller has parsed the body. */
const isAuthorized = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  status === 200 || body['error_code'] === 'BAD_REQUEST_DATA';

/** For a community, any role in it may read, and only its admins may write. */
const holds = (role: Role, route: Route, needed: Role) =>
  route.path.includes(':community_id') ? needed === 'READER' || role === 'COMMUNITY_ADMIN' : covers(role, needed);

const named = routes.map((route) => [`${route.method} ${route.path}`, route] as const);

describe('every route', () => {
  it('is listed once', () => {
    expect(new Set(named.map(([name]) => name)).size).toBe(routes.length);
  });

  it.each(named)('%s requires the documented role', (_name, route) => {
    expect(route.role).toBe(leastRole(route));
  });

  it.each(named)('%s authorizes callers that hold the role in the tenant of the path', async (_name, route) => {
    for (const role of roles) {
      const answer = await call(route.method, pathOf(route.path, '1'), tokens[role]);
      const expected = !namesTenant(route) || holds(role, route, leastRole(route) ?? 'COMMUNITY_ADMIN');
      expect([role, isAuthorized(answer), answer.status === 403]).toEqual([role, expected, !expected]);
    }
  });

  it.each(named)('%s answers 401 without a token', async (_name, { method, path }) => {
    const answer = await call(method, pathOf(path, '1'));
    expect(answer).toMatchObject({ status: 401, body: { error_code: 'AUTHENTICATION_ERROR' } });
  });

  it.each(named)(
    '%s checks a tenant in the query like one in the path',
    async (_name, { method, path, role: needed }) => {
      const target = pathOf(path, '1');
      for (const role of roles) {
        const own = await call(method, `${target}?organisation_id=1`, tokens[role]);
        const foreign = await call(method, `${target}?organisation_id=3`, tokens[role]);
        const missing = await call(method, `${target}?organisation_id=99`, tokens[role]);
        if (!covers(role, needed)) expect([role, own.status]).toEqual([role, 403]);
        expect([role, foreign.status, foreign.body]).toEqual([role, 403, missing.body]);
      }
      const malformed = await call(method, `${target}?organisation_id=x`, tokens.COMMUNITY_ADMIN);
      expect(malformed).toMatchObject({ status: 400, body: { error_code: 'BAD_REQUEST_DATA' } });
    },
  );
});

describe('a route with a tenant in its path', () => {
  const tenants = named.filter(([, route]) => namesTenant(route));

  it.each(tenants)('%s answers 403 for a foreign and for a missing tenant alike', async (_name, { method, path }) => {
    for (const role of roles) {
      const [foreign, missing] = [pathOf(path, '3'), pathOf(path, '99')];
      const answers = [await call(method, foreign, tokens[role]), await call(method, missing, tokens[role])];
      for (const { status, body } of answers) expect([status, body]).toEqual([403, answers[0]?.body]);
    }
  });

  it.each(tenants)('%s refuses an id that is not an integer', async (_name, { method, path }) => {
    for (const id of ['abc', '1.0', '%31x', '1e3']) {
      const answer = await call(method, pathOf(path, id), tokens.COMMUNITY_ADMIN);
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'BAD_REQUEST_DATA' } });
    }
  });
});

describe('another organisation of the same community', () => {
  const datamarts = named.filter(([, { path }]) => path.includes(':datamart_id'));
  it.each(datamarts)('%s authorizes only the admin of the community', async (_name, { method, path }) => {
    for (const role of roles) {
      const answer = await call(method, pathOf(path, '2'), tokens[role]);
      expect([role, isAuthorized(answer)]).toEqual([role, role === 'COMMUNITY_ADMIN']);
    }
  });
});

describe('a token that was made for less than its user may', () => {
  const { datamart, role } = limitedTokens;
  /** They name no datamart, and answer only what the token may know. */
  const always = ['/v1/connected_user', '/v1/data_file/data', '/v1/document_imports/templates/:document_type'];
  /** Reads of a channel, whose datamart admin checks. */
  const ofChannels = ['processing_selections', 'refused_by_choice', 'visit_analyzer_models'].map(
    (name) => `/v1/channels/:channel_id/${name}`,
  );

  it.each(named)('%s acts in its datamarts only', async (_name, { method, path }) => {
    const readsChannel = method === 'GET' && ofChannels.includes(path.replace('/:selection_id', ''));
    const isAllowed = path.includes(':datamart_id') || readsChannel || always.includes(path);
    for (const query of ['', '?datamart_id=1'])
      expect(isAuthorized(await call(method, `${pathOf(path, '1')}${query}`, datamart.token))).toBe(isAllowed);
    if (path.includes(':datamart_id'))
      expect(await call(method, pathOf(path, '2'), datamart.token)).toMatchObject({ status: 403 });
  });

  it.each(named)('%s acts with its role at most', async (_name, route) => {
    const target = `${pathOf(route.path, '1')}?organisation_id=1`;
    const answer = await call(route.method, target, role.token);
    expect([answer.status === 403, isAuthorized(answer)]).toEqual(
      leastRole(route) === 'READER' ? [false, true] : [true, false],
    );
  });
});
