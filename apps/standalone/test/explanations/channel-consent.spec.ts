import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { bootStandalone, type BootedStandalone } from '../booted-standalone.js';

let product: BootedStandalone;
beforeAll(async () => {
  product = await bootStandalone();
});
afterAll(() => product.stop());

interface Answer {
  status: number;
  body: { data: never; error_code?: string; error?: string; total?: number };
}

async function call(method: string, path: string, body?: object, token = product.token): Promise<Answer> {
  const response = await fetch(`${product.url}/v1${path}`, {
    method,
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const create = async (path: string, body: object) => (await call('POST', path, body)).body.data as { id: string };
const newChannel = (datamart_id = '1', id?: string) =>
  create(`/datamarts/${datamart_id}/channels`, { name: 'Shop', type: 'SITE', ...(id !== undefined && { id }) });
const newProcessing = (legal_basis = 'CONSENT', community_id = '1') =>
  create('/processings', { community_id, name: randomUUID(), legal_basis });
const visit = (channel_id: string, agent: string, fields: object = {}) =>
  create('/datamarts/1/user_activities', {
    $type: 'SITE_VISIT',
    $site_id: channel_id,
    $user_agent_id: agent,
    ...fields,
  });
const choose = async (agent: string, processing_id: string, $choice_acceptance_value: boolean) => {
  const choices = `/datamarts/1/user_points/user_agent_id=${agent}/user_choices`;
  const choice = { $choice_ts: Date.now(), $choice_acceptance_value };
  expect((await call('PUT', `${choices}/processing_id=${processing_id}`, choice)).status).toBe(200);
};

const preview = async (channel_id: string, query: string, token?: string) =>
  call('GET', `/channels/${channel_id}/processing_selections/preview${query}`, undefined, token);
const refused = async (channel_id: string, query = '', token?: string) =>
  call('GET', `/channels/${channel_id}/refused_by_choice${query}`, undefined, token);
const aReader = async () => {
  const path = '/users/1/api_tokens';
  return ((await create(path, { name: 'reader', role: 'READER' })) as unknown as { value: string }).value;
};

describe('the preview of a selection', () => {
  it('counts the activities of a channel, their people, and those that choices of now refuse', async () => {
    const channel = (await newChannel()).id;
    const [consent, interest, contract] = await Promise.all([
      newProcessing(),
      newProcessing('LEGITIMATE_INTEREST'),
      newProcessing('CONTRACTUAL_PERFORMANCE'),
    ]);
    const [accepts, refuses, silent] = [randomUUID(), randomUUID(), randomUUID()];
    for (const { id } of [consent, interest, contract]) {
      await choose(accepts, id, true);
      await choose(refuses, id, false);
    }
    for (const agent of [accepts, refuses, refuses, silent, silent, silent]) await visit(channel, agent);
    // Days before the seven, and of another channel.
    await visit(channel, silent, { $ts: Date.now() - 9 * 86_400_000 });
    await visit('another', silent);
    const token = await aReader();
    const counted = { activities_7d: 6, people_7d: 3 };
    const of = async ({ id }: { id: string }) => (await preview(channel, `?processing_id=${id}`, token)).body.data;
    await eventually(async () => expect(await of(consent)).toEqual({ ...counted, would_refuse_7d: 5 }));
    expect(await of(interest)).toEqual({ ...counted, would_refuse_7d: 2 });
    expect(await of(contract)).toEqual({ ...counted, would_refuse_7d: 0 });
  });

  it('finds a channel whose id is spelled in any way', async () => {
    const id = `shop/é"${randomUUID()}`;
    await newChannel('1', id);
    const { id: processing } = await newProcessing();
    for (const agent of ['one', 'two']) await visit(id, agent);
    await eventually(async () => {
      const { body } = await preview(encodeURIComponent(id), `?processing_id=${processing}`);
      expect(body.data).toMatchObject({ activities_7d: 2 });
    });
  });

  it('answers 400 without a processing, and for one that the channel cannot select', async () => {
    const { id } = await newChannel();
    const missing = { status: 400, body: { error_code: 'BAD_REQUEST_DATA', error: 'processing_id: is required' } };
    expect(await preview(id, '')).toMatchObject(missing);
    for (const unknown of ['999999', 'x'])
      expect(await preview(id, `?processing_id=${unknown}`)).toMatchObject({
        status: 400,
        body: { error_code: 'CONSTRAINT_VIOLATION_EXCEPTION', error: expect.stringMatching(/^processing_id: /) },
      });
  });
});

describe('the list of what choices have refused', () => {
  it('has a row for each day and processing, newest first', async () => {
    const { id: channel } = await newChannel();
    const { id: processing_id } = await newProcessing();
    expect((await refused(channel)).body).toMatchObject({ data: [], total: 0 });
    await call('POST', `/channels/${channel}/processing_selections`, { processing_id });
    const now = Date.now();
    const days = [0, 28, 31].map((ago) => now - ago * 86_400_000);
    const agent = randomUUID();
    // Until the selection is in effect, activities are stored.
    await eventually(async () => {
      await visit(channel, randomUUID(), { $ts: days[2] });
      const { body } = await preview(channel, `?processing_id=${processing_id}`);
      expect(body.data).toMatchObject({ activities_7d: 0 });
      await visit(channel, agent, { $ts: days[1] });
      expect((await refused(channel)).body.total).toBe(1);
    });
    for (const one of [agent, agent, randomUUID()]) await visit(channel, one, { $ts: now });
    const date = (ts: number) => new Date(ts).toISOString().slice(0, 10);
    await eventually(async () =>
      expect((await refused(channel, '', await aReader())).body.data).toEqual([
        { date: date(now), processing_id, activities: 3, people: 2 },
        { date: date(now - 28 * 86_400_000), processing_id, activities: expect.any(Number), people: 1 },
      ]),
    );
    expect((await refused(channel, '?first_result=1&max_results=1')).body).toMatchObject({ count: 1, total: 2 });
  });
});

describe('a channel', () => {
  it('that is unknown is not found', async () => {
    expect(await refused('999999')).toMatchObject({ status: 404, body: { error: 'Resource Not Found' } });
    expect(await preview('999999', '?processing_id=1')).toMatchObject({ status: 404 });
    expect(await refused('%00')).toMatchObject({ status: 404 });
  });

  it('of an id in several datamarts needs ?datamart_id=', async () => {
    const { id: other } = await create('/datamarts', { name: 'Other', organisation_id: '1' });
    const id = randomUUID();
    for (const datamart_id of ['1', other]) await newChannel(datamart_id, id);
    const { id: processing } = await newProcessing();
    await visit(id, 'here');
    for (const answer of [await refused(id), await preview(id, `?processing_id=${processing}`)])
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'BAD_REQUEST_DATA' } });
    const inDatamart = async (datamart_id: string) =>
      (await preview(id, `?processing_id=${processing}&datamart_id=${datamart_id}`)).body.data;
    await eventually(async () => expect(await inDatamart('1')).toMatchObject({ activities_7d: 1 }));
    expect(await inDatamart(other)).toMatchObject({ activities_7d: 0 });
    expect(await refused(id, '?datamart_id=999')).toMatchObject({ status: 403 });
  });
});
