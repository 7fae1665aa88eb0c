import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { covers, roles, type Role } from '@tributary/contracts/rules/access/roles';
import type { AuditEvent } from '@tributary/contracts/audit/audit-event';
import { agentRoute, findRoute } from '@tributary/gateway/routes';
import { eventually } from '@tributary/testing/eventually';
import { bootStandalone, type BootedStandalone } from '../booted-standalone.js';
import { ConnectedAgent } from './connected-agent.js';

interface Case {
  /** The least role of the operations that it calls. */
  role: Role;
  args?: Record<string, unknown>;
}

const person = { person: 'user_agent_id=web:1:a', purpose: 'spec of the tools' };
const absent = '00000000-0000-4000-8000-000000000000';

/** Failures after the caller was authorized: of a call without its data, and of one that repeats a save. */
const found = /^(RESOURCE_NOT_FOUND|The content was changed)/;

/** Each tool, with a call that finds nothing where it needs data that this platform does not have. */
const tools: Record<string, Case> = {
  describe_datamart: { role: 'READER' },
  report: { role: 'READER', args: { metrics: ['users'] } },
  list_recent_people: { role: 'READER', args: { purpose: person.purpose } },
  list_segment_members: { role: 'READER', args: { segment_id: '1', purpose: person.purpose } },
  show_person: { role: 'READER', args: person },
  explain_person: { role: 'READER', args: person },
  list_activities: { role: 'READER', args: person },
  list_flagged_people: { role: 'READER' },
  trace_activity: { role: 'READER', args: { activity_id: absent } },
  list_event_types: { role: 'READER' },
  read_tracking_plan: { role: 'READER' },
  list_refused_activities: { role: 'READER' },
  list_imports: { role: 'READER' },
  show_import_result: { role: 'READER', args: { import_id: '1', execution_id: '1' } },
  list_dashboards: { role: 'READER' },
  read_dashboard: { role: 'READER', args: { dashboard_id: '1' } },
  list_audit_events: { role: 'ORGANISATION_ADMIN' },
  retry_refused_activity: { role: 'EDITOR', args: { id: absent } },
  create_dashboard: { role: 'EDITOR', args: { title: 'By an agent' } },
  save_dashboard: { role: 'EDITOR', args: { dashboard_id: '1', content_id: null, content: { sections: [] } } },
};

let product: BootedStandalone;
/** The operations that were called, as routes. */
const called: { method: string; path: string }[] = [];
/** By the role of their token. */
const agents = new Map<Role, ConnectedAgent>();
let organisation: string;

async function data<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers = { authorization: product.token, 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${product.url}/v1${path}`, { method, headers, ...sent });
  expect([path, response.status]).toEqual([path, 200]);
  return ((await response.json()) as { data: T }).data;
}

const open = (token: string, query = 'datamart_id=1&write=true') =>
  ConnectedAgent.open(product.url, `/mcp?${query}`, token);

beforeAll(async () => {
  product = await bootStandalone((server) => {
    server.addHook('onRequest', (request, _reply, done) => {
      called.push({ method: request.method, path: request.routeOptions.url ?? '' });
      done();
    });
  });
  ({ organisation_id: organisation } = await data<{ organisation_id: string }>('GET', '/connected_user'));
  for (const role of roles) {
    const { value } = await data<{ value: string }>('POST', '/users/1/api_tokens', { name: role, role });
    agents.set(role, await open(value));
  }
  const declared = '/datamarts/1/user_identifiers_association_declarations';
  await data('POST', declared, { identifiers: [{ type: 'USER_AGENT', user_agent_id: 'web:1:a' }] });
  await data('POST', `/dashboards?organisation_id=${organisation}`, {
    title: 'One',
    organisation_id: organisation,
    community_id: '1',
    scopes: ['home'],
    segment_ids: [],
    builder_ids: [],
    archived: false,
  });
});
afterAll(async () => {
  for (const agent of agents.values()) await agent.close();
  await product.stop();
});

const agentOf = (role: Role) => agents.get(role) as ConnectedAgent;

describe('the tools of agents', () => {
  it('are all in the matrix', async () => {
    expect(await agentOf('READER').tools()).toEqual(Object.keys(tools));
  });

  it.each(Object.entries(tools))(
    '%s may be called by those who may call its operations',
    async (name, { role, args }) => {
      for (const held of roles) {
        called.length = 0;
        const { isError, text } = await agentOf(held).answer(name, args);
        const isRefused = isError && text.startsWith('AUTHORIZATION_ERROR');
        expect([held, isRefused, isRefused || !isError || found.test(text)]).toEqual([held, !covers(held, role), true]);
      }
      const operations = called.filter(({ path }) => path !== agentRoute.path);
      const needed = operations.map(({ method, path }) => findRoute(method, path)?.role);
      expect(needed.length).toBeGreaterThan(1);
      expect(roles.findLast((one) => needed.includes(one))).toBe(role);
    },
  );

  it('show nothing of a datamart in which the token has no role', async () => {
    const { id } = await data<{ id: string }>('POST', '/datamarts', { name: 'Other', organisation_id: organisation });
    const { value } = await data<{ value: string }>('POST', '/users/1/api_tokens', {
      name: 'one',
      datamart_ids: ['1'],
    });
    await eventually(async () => expect(await open(product.token, `datamart_id=${id}`)).toBeDefined());
    await expect(open(value, `datamart_id=${id}`)).rejects.toThrow('AUTHORIZATION_ERROR');
    const segment = { datamart_id: id, name: 'There', type: 'USER_LIST', organisation_id: organisation };
    const { id: segment_id } = await data<{ id: string }>('POST', '/audience_segments', segment);
    const here = await open(product.token);
    const members = await here.answer('list_segment_members', { segment_id, purpose: person.purpose });
    expect(members).toEqual({ isError: true, text: expect.stringContaining(`is in the datamart ${id}`) });
    await here.close();
    // Without a choice it is the only one of the token; that of several must be chosen.
    const only = await open(value, '');
    expect(JSON.parse((await only.answer('describe_datamart')).text)).toMatchObject({ id: '1' });
    const several = await open(product.token, '');
    const { isError, text } = await several.answer('describe_datamart');
    expect([isError, text]).toEqual([true, expect.stringContaining(`/mcp?datamart_id=${id}  Other`)]);
    for (const agent of [only, several]) await agent.close();
  });

  it('leave their purpose and the address of the agent in the audit', async () => {
    const purpose = 'Auskunft nach Art. 15 – Vorgang 4711';
    const answer = await agentOf('READER').answer('show_person', { ...person, purpose });
    expect(answer.isError).toBe(false);
    await eventually(async () => {
      const events = await data<AuditEvent[]>('GET', `/organisations/${organisation}/audit_events?action=READ`);
      const reads = events.filter((event) => event.purpose === purpose);
      expect(reads.map(({ resource }) => resource).toSorted()).toEqual([
        'user_choice',
        'user_identifier',
        'user_point',
        'user_profile',
        'user_segment',
      ]);
      for (const { address } of reads) expect(address).toBe('127.0.0.1');
    });
  });

  it('leave their purpose in the audit with the lists of people', async () => {
    const purpose = 'Kampagne – Vorgang 4712';
    const segment = { datamart_id: '1', name: 'Here', type: 'USER_LIST', organisation_id: organisation };
    const { id: segment_id } = await data<{ id: string }>('POST', '/audience_segments', segment);
    for (const [name, args] of Object.entries({ list_recent_people: {}, list_segment_members: { segment_id } })) {
      const answer = await agentOf('READER').answer(name, { ...args, purpose });
      expect([name, answer.isError]).toEqual([name, false]);
    }
    await eventually(async () => {
      const events = await data<AuditEvent[]>('GET', `/organisations/${organisation}/audit_events?action=READ`);
      const reads = events.filter((event) => event.purpose === purpose);
      const shown = reads.map(({ resource, resource_id }) => [resource, resource_id]);
      expect(shown.toSorted()).toEqual([
        ['audience_segment', segment_id],
        ['datamart', '1'],
      ]);
    });
  });

  it.each([undefined, '', ' ', 'a\nb', 'x'.repeat(201)])('show no person for the purpose %j', async (purpose) => {
    called.length = 0;
    const people = ['list_recent_people', 'list_segment_members', 'show_person', 'explain_person', 'list_activities'];
    for (const name of people) {
      const { isError } = await agentOf('READER').answer(name, { ...tools[name]?.args, purpose });
      expect(isError).toBe(true);
    }
    expect(called.filter(({ path }) => /user_points|audience_segments/.test(path))).toEqual([]);
  });

  it('show addresses only to those who may edit', async () => {
    const { value } = await data<{ value: string }>('POST', '/users/1/api_tokens', { name: 'r', role: 'READER' });
    const weak = await open(value, 'datamart_id=1&addresses=true');
    const { isError, text } = await weak.answer('describe_datamart');
    expect([isError, text]).toEqual([true, expect.stringContaining('needs the role EDITOR')]);
    await weak.close();
  });
});
