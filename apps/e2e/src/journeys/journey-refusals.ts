import { beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client, type PagedList, type Resource } from '../client/client.js';
import { newMember, newTenant } from '../client/tenant.js';
import { Delays } from '../suite/delays.js';

interface Refusal extends Resource {
  received_ts: number;
  error_code: string;
  error: string;
  error_id: string;
  credential_id: string;
  body: string;
}

/** A refused activity is kept, repaired, and stored as received then. */
export function refusalsJourney(platform: () => Platform): void {
  let editor: Client;
  let reader: Client;
  let token_id: string;
  let datamart: string;

  beforeAll(async () => {
    const admin = new Client(platform().url, platform().token);
    const tenant = await newTenant(admin);
    datamart = `/datamarts/${tenant.datamart_id}`;
    const member = await newMember(admin, tenant, 'EDITOR');
    [editor, token_id] = [member.client, member.token_id];
    reader = (await newMember(admin, tenant, 'READER')).client;
    await eventually(() => reader.list(refused()));
  });

  const refused = (query = '') => `${datamart}/refused_activities${query}`;
  const visit = ($user_agent_id: string, more: object = {}) => ({ $type: 'SITE_VISIT', $user_agent_id, ...more });
  const refusals = async (query = '') => (await reader.call<PagedList<Refusal>>('GET', refused(query))).body.data;
  const delays = new Delays();
  const refusalOf = async (error_id: string | null) => {
    const [found] = (await refusals('?max_results=500')).filter((one) => one.error_id === error_id);
    if (!found) throw new Error('the refusal is not listed yet');
    return found;
  };
  const activitiesOf = (agent: string) => reader.list(`${datamart}/user_points/user_agent_id=${agent}/user_activities`);
  const retry = (id: string, activity?: object) =>
    editor.withRetries(() =>
      editor.call<{ data: object; error_code?: string; error?: string }>('POST', refused(`/${id}/action`), {
        action: 'RETRY',
        activity,
      }),
    );
  const sendRefused = async (body: object | string, headers = {}) => {
    const send = () => editor.call('POST', `${datamart}/user_activities`, body, headers);
    const answer = await delays.measure(send, (refused) => refusalOf(refused.headers.get('x-request-id')));
    return refusalOf(answer.headers.get('x-request-id'));
  };

  it('a refused body is listed with the reason, repaired, and stored once as received then', async () => {
    const refusal = await sendRefused({ $user_agent_id: 'repaired', n: 1 });
    expect(refusal).toMatchObject({
      error_code: 'BAD_REQUEST_DATA',
      error: expect.stringContaining('$type'),
      credential_id: token_id,
      body: '{"$user_agent_id":"repaired","n":1}',
    });
    const again = await retry(refusal.id, { $user_agent_id: 'repaired' });
    expect(again).toMatchObject({ status: 400, body: { error_code: 'BAD_REQUEST_DATA' } });
    const { status, body } = await retry(refusal.id, visit('repaired', { n: 1 }));
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: { id: refusal.id, received_ts: refusal.received_ts },
    });
    await eventually(async () =>
      expect(await activitiesOf('repaired')).toMatchObject([
        { $id: refusal.id, $received_ts: refusal.received_ts, n: 1 },
      ]),
    );
    expect((await retry(refusal.id, visit('repaired'))).status).toBe(404);
    expect((await refusals()).map(({ id }) => id)).not.toContain(refusal.id);
  });

  it('the lines of a request are listed, a flood exactly', async () => {
    const before = await reader.call<PagedList>('GET', refused());
    const lines = Array.from({ length: 1_000 }, (_, n) => JSON.stringify({ $type: 'TOUCH', n })).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    const answers = await Promise.all(
      Array.from({ length: 11 }, () => editor.call('POST', `${datamart}/user_activities`, lines, headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    await eventually(
      async () => {
        const { body, headers: own } = await reader.call<PagedList>('GET', refused());
        expect([body.total, Number(own.get('x-dropped'))]).toEqual([10_000, before.body.total + 1_000]);
      },
      { within: 180_000 },
    );
  });

  it('the erasure of a person removes the refusals that name it', async () => {
    const refusal = await sendRefused({ $user_agent_id: 'erased' });
    const stored = await sendRefused({ $user_agent_id: 'stays' });
    await editor.post(`${datamart}/user_activities`, visit('erased'));
    await eventually(() => activitiesOf('erased'));
    await editor.delete(`${datamart}/user_points/user_agent_id=erased`);
    const ids = (await refusals('?max_results=500')).map(({ id }) => id);
    expect(ids).not.toContain(refusal.id);
    expect(ids).toContain(stored.id);
  });

  it('refusals are listed within five seconds', () => delays.expectWithin(5_000));

  it('a reader may look, and not retry', async () => {
    const { status } = await reader.call('POST', refused('/x/action'), { action: 'RETRY' });
    expect(status).toBe(403);
  });
}
