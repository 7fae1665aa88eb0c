import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client } from '../client/client.js';
import type { AgentSession, Json, Wanted } from './agent-session.js';

interface Agents {
  /** Apart from those of other transports. */
  name: string;
  platform: () => Platform;
  open: (wanted: Wanted) => Promise<AgentSession>;
}

const purpose = 'journey of an agent';

/** The tasks of an agent, end to end, over any transport. */
export function agentJourneys({ name, platform, open }: Agents): void {
  let session: AgentSession;
  const client = () => new Client(platform().url, platform().token);
  const agent = `web:1:${name}`;
  const activity = (difference: Json = {}): Json => ({
    $type: 'TOUCH',
    $user_agent_id: agent,
    $events: [{ $event_name: `seen_${name}`, price: 1 }],
    ...difference,
  });
  const send = (difference: Json) => client().post('/datamarts/1/user_activities', activity(difference));

  beforeAll(async () => {
    session = await open({});
  });
  afterAll(() => session.close());

  it('reads the contents of the datamart', async () => {
    const described = await session.call('describe_datamart');
    expect(described).toMatchObject({ id: '1', time_zone: expect.any(String), channels: expect.any(Array) });
  });

  it('finds out how many activities of an event arrived', async () => {
    await send({});
    await eventually(async () => {
      const filters = [{ dimension: 'event_type', values: [`seen_${name}`] }];
      const { columns, rows, complete_to } = await session.call('report', {
        metrics: ['users'],
        dimensions: ['event_type'],
        filters,
      });
      expect({ columns, rows }).toEqual({ columns: ['event_type', 'users'], rows: [[`seen_${name}`, 1]] });
      expect(Date.parse(String(complete_to))).toBeGreaterThan(0);
    });
  });

  it('finds out why an event is missing, and cannot store it', async () => {
    await client().call('POST', '/datamarts/1/user_activities', { $type: `MISSING_${name}` });
    await eventually(async () => {
      const { refusals } = await session.call<{ refusals: Json[] }>('list_refused_activities', { limit: 50 });
      const found = refusals.find(({ body }) => String(body).includes(`MISSING_${name}`));
      expect(found).toMatchObject({ error: expect.stringContaining('$user_identifiers') });
    });
    expect(await session.tools()).not.toContain('retry_refused_activity');
  });

  it('stores it repaired, if it may write', async () => {
    const writer = await open({ write: true });
    const listed = await writer.call<{ refusals: { id: string; body: string }[] }>('list_refused_activities');
    const { id } = listed.refusals.find(({ body }) => body.includes(`MISSING_${name}`)) ?? {};
    // A busy broker may be late, 503, and the refusal is kept.
    const retry = () => writer.call('retry_refused_activity', { id, activity: activity() });
    expect(await eventually(retry)).toMatchObject({ id });
    await writer.close();
  });

  it('finds out what happened to an activity', async () => {
    const { id: activity_id } = await send({});
    await eventually(async () => {
      const trace = await session.call<{ steps: Json[] }>('trace_activity', { activity_id });
      expect(trace).toMatchObject({ id: activity_id, state: 'STORED' });
      expect(trace.steps).toContainEqual(expect.objectContaining({ step: 'ACCEPTED', source: 'LIVE' }));
    });
  });

  it('reads which events come, and the plan for them', async () => {
    await client().put(`/datamarts/1/event_types/seen_${name}`, { description: 'By an agent', status: 'EXPECTED' });
    expect(await session.call('read_tracking_plan')).toMatchObject({
      event_types: expect.arrayContaining([expect.objectContaining({ description: 'By an agent' })]),
    });
    await eventually(async () => {
      const { data } = await session.call<{ data: Json[] }>('list_event_types', { limit: 200 });
      expect(JSON.stringify(data)).toContain(`seen_${name}`);
    });
  });

  it('looks up a person by an address, and reads hashes instead of addresses', async () => {
    await send({
      $user_agent_id: undefined,
      $user_identifiers: [{ $type: 'USER_EMAIL', $email: `${name}@example.com` }],
    });
    await send({ note: 'call Grace@Example.com' });
    const shown = await eventually(() => session.call('show_person', { person: `${name}@example.com`, purpose }));
    expect(shown).toMatchObject({ identifiers: [{ type: 'USER_EMAIL' }] });
    await eventually(async () => {
      const { text } = await session.answer('list_activities', { person: agent, purpose });
      expect(text).toMatch(/call email_hash=[0-9a-f]{64}"/);
    });
    const trusted = await open({ addresses: true });
    const { text } = await trusted.answer('list_activities', { person: agent, purpose });
    expect(text).toContain('call Grace@Example.com');
    await trusted.close();
  });

  it('finds out why two identifiers are one person', async () => {
    const identifiers = [
      { type: 'USER_AGENT', user_agent_id: agent },
      { type: 'USER_ACCOUNT', compartment_id: 'default', user_account_id: name },
    ];
    await client().post('/datamarts/1/user_identifiers_association_declarations', { identifiers });
    const { links } = await session.call<{ links: Json[] }>('explain_person', { person: agent, purpose });
    expect(links).toContainEqual(expect.objectContaining({ cause: 'ASSOCIATION' }));
    expect(await session.call('list_flagged_people')).toMatchObject({ people: expect.any(Array) });
  });

  it('says in the audit why it has looked at a person, and reads there who has', async () => {
    const reason = `ticket of ${name}`;
    await session.call('show_person', { person: agent, purpose: reason });
    await eventually(async () => {
      const { events } = await session.call<{ events: Json[] }>('list_audit_events', { action: 'READ', limit: 100 });
      expect(events).toContainEqual(expect.objectContaining({ resource: 'user_point', purpose: reason }));
    });
    expect(await session.answer('show_person', { person: agent })).toMatchObject({ isError: true });
  });

  it('reads the size of a segment and its members, and who was active last', async () => {
    const segment = { datamart_id: '1', name: `Segment of ${name}`, type: 'USER_LIST' };
    const { organisation_id } = await client().get<{ organisation_id: string }>('/connected_user');
    const { id } = await client().post(`/audience_segments?organisation_id=${organisation_id}`, segment);
    await client().put(`/datamarts/1/user_points/user_agent_id=${agent}/user_segments/${id}`, {});
    await eventually(async () => {
      const { segments } = await session.call<{ segments: Json[] }>('describe_datamart');
      expect(segments).toContainEqual({ id, name: segment.name, user_points_count: 1 });
    });
    const { id: user_point_id } = await client().get(`/datamarts/1/user_points/user_agent_id=${agent}`);
    const members = () => session.call('list_segment_members', { segment_id: id, purpose });
    expect(await members()).toMatchObject({ total: 1, people: [{ user_point_id }] });
    const last = { segment_id: id, after: user_point_id, purpose };
    expect(await session.call('list_segment_members', last)).toMatchObject({ people: [] });
    await send({});
    await eventually(async () => {
      const { people } = await session.call<{ people: Json[] }>('list_recent_people', { limit: 50, purpose });
      expect(people).toContainEqual(expect.objectContaining({ user_point_id }));
    });
  });

  it('builds a dashboard, if it may write, and does not overwrite a change', async () => {
    const writer = await open({ write: true });
    const title = `By the agent ${name}`;
    const { id: dashboard_id } = await writer.call<{ id: string }>('create_dashboard', { title });
    const content = { sections: [], available_filters: [] };
    const saved = await writer.call('save_dashboard', { dashboard_id, content_id: null, content });
    expect(await writer.call('read_dashboard', { dashboard_id })).toMatchObject({
      title,
      content_id: saved.content_id,
    });
    const again = await writer.answer('save_dashboard', { dashboard_id, content_id: null, content });
    expect(again).toMatchObject({ isError: true, text: expect.stringContaining('nothing was stored') });
    const { dashboards } = await session.call<{ dashboards: Json[] }>('list_dashboards', { limit: 200 });
    expect(dashboards).toContainEqual(expect.objectContaining({ id: dashboard_id }));
    await writer.close();
  });

  it('finds out why a line of an import was refused', async () => {
    const imports = '/datamarts/1/document_imports';
    const made = { name: `Import of ${name}`, document_type: 'USER_PROFILE', mime_type: 'APPLICATION_X_NDJSON' };
    const { id: import_id } = await client().post(imports, { ...made, encoding: 'utf-8' });
    const line = (difference: Json) =>
      JSON.stringify({ operation: 'UPSERT', user_account_id: name, user_profile: { plan: 'free' }, ...difference });
    const file = `${line({})}\n${line({ operation: 'RENAME' })}\n`;
    const { id: execution_id } = await client().post(`${imports}/${import_id}/executions`, file, {
      'content-type': 'application/x-ndjson',
    });
    await eventually(async () => {
      const result = await session.call('show_import_result', { import_id, execution_id });
      expect(result).toMatchObject({
        status: 'SUCCEEDED',
        result: { total_success: 1, total_failure: 1 },
        refused: [{ count: 1, reason: expect.stringContaining('operation') as unknown }],
      });
    });
    const { elements } = await session.call<{ elements: Json[] }>('list_imports', { import_id });
    expect(elements).toContainEqual(expect.objectContaining({ id: execution_id }));
  });

  it('reads failures of the platform in its words, and goes on', async () => {
    expect(await session.answer('show_person', { person: 'unknown@example.com', purpose })).toMatchObject({
      isError: true,
      text: expect.stringContaining('RESOURCE_NOT_FOUND'),
    });
    expect(await session.answer('report', { metrics: ['users'], from: 'yesterday' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('start_date'),
    });
    expect(await session.answer('report', { metrics: ['turnover'] })).toMatchObject({ isError: true });
    expect(await session.call('describe_datamart')).toMatchObject({ id: '1' });
  });
}
