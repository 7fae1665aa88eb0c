import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ActivityTrace } from '@tributary/contracts/traces/activity-trace';
import { eventually } from '@tributary/testing/eventually';
import { bootStandalone, type BootedStandalone } from '../booted-standalone.js';

let product: BootedStandalone;
beforeAll(async () => {
  product = await bootStandalone();
});
afterAll(() => product.stop());

const activities = () => `${product.url}/v1/datamarts/1/user_activities`;

async function send(body: object, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(activities(), {
    method: 'POST',
    headers: { authorization: product.token, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ $type: 'TOUCH', ...body }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

async function traceOf(id: string, authorization = product.token) {
  const response = await fetch(`${activities()}/${id}/trace`, { headers: { authorization } });
  const { data } = (await response.json()) as { data: ActivityTrace };
  return { status: response.status, data };
}

const namesOf = ({ steps }: ActivityTrace) => steps.map(({ step }) => step);

it('follows an activity from its receipt to the reports', async () => {
  const id = await send({
    $user_identifiers: [
      { $type: 'USER_AGENT', $user_agent_id: 'undefined' },
      { $type: 'USER_AGENT', $user_agent_id: 'web:1:traced' },
    ],
    $ts: 1_795_886_317,
  });
  await eventually(async () => {
    const { data } = await traceOf(id.toUpperCase());
    expect(namesOf(data)).toEqual(['ACCEPTED', 'JUNK_LEFT_OUT', 'TIME_SUSPICIOUS', 'STORED', 'REPORTED']);
    expect(data).toMatchObject({
      id,
      state: 'STORED',
      steps: [
        { source: 'LIVE', credential: { kind: 'API_TOKEN', id: expect.any(String) } },
        { identifiers: ['undefined'] },
        {},
        { user_point_id: expect.any(String) },
        {},
      ],
    });
  });
});

it('says whether another activity came under an Idempotency-Key, in any order of its keys', async () => {
  const key = { 'idempotency-key': 'same' };
  const id = await send({ $user_agent_id: 'web:1:again', n: { a: 1, b: [1, 2] } }, key);
  const duplicates = async () => (await traceOf(id)).data.steps.find(({ step }) => step === 'DUPLICATE');
  expect(await send({ n: { b: [1, 2], a: 1 }, $user_agent_id: 'web:1:again' }, key)).toBe(id);
  await eventually(async () => expect(await duplicates()).toMatchObject({ count: 1, different: false }));
  expect(await send({ $unique_key: id, $user_agent_id: 'web:1:again', n: { a: 1, b: [1, 2] } })).toBe(id);
  await eventually(async () => expect(await duplicates()).toMatchObject({ count: 2, different: false }));
  expect(await send({ $user_agent_id: 'web:1:again', n: { a: 1, b: [2, 1] } }, key)).toBe(id);
  await eventually(async () => expect(await duplicates()).toMatchObject({ count: 3, different: true }));
});

it('follows a line of a file, from the credential of its upload to the same activity live', async () => {
  const post = async (path: string, body: string, type: string) => {
    const headers = { authorization: product.token, 'content-type': type };
    const response = await fetch(`${product.url}/v1/datamarts/1/${path}`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    return ((await response.json()) as { data: { id: string } }).data.id;
  };
  const definition = {
    name: 'traced',
    document_type: 'USER_ACTIVITY',
    mime_type: 'APPLICATION_X_NDJSON',
    encoding: 'utf-8',
  };
  const id = await post('document_imports', JSON.stringify(definition), 'application/json');
  const $unique_key = randomUUID();
  const identifiers = ['undefined', 'web:1:imported'].map((value) => ({ $type: 'USER_AGENT', $user_agent_id: value }));
  const line = { $type: 'TOUCH', $unique_key, $user_identifiers: identifiers };
  const execution_id = await post(`document_imports/${id}/executions`, JSON.stringify(line), 'application/x-ndjson');
  const live = await traceOf(await send({ $user_agent_id: 'web:1:live' }));
  await eventually(async () => {
    const { data } = await traceOf($unique_key);
    expect(namesOf(data)).toEqual(['ACCEPTED', 'JUNK_LEFT_OUT', 'STORED', 'REPORTED']);
    expect(data.steps.slice(0, 2)).toMatchObject([
      { source: 'IMPORT', execution_id, credential: live.data.steps[0]?.credential },
      { identifiers: ['undefined'] },
    ]);
  });
  const duplicate = async () => (await traceOf($unique_key)).data.steps.find(({ step }) => step === 'DUPLICATE');
  await send({ $user_identifiers: identifiers, $unique_key });
  await eventually(async () => expect(await duplicate()).toMatchObject({ count: 1, different: false }));
  await send({ $user_agent_id: 'web:1:imported', $unique_key });
  await eventually(async () => expect(await duplicate()).toMatchObject({ count: 2, different: true }));
});

it('is not found of an unknown id, and of one that is no id', async () => {
  for (const id of [randomUUID(), '1', 'events-of-others']) expect((await traceOf(id)).status).toBe(404);
  expect((await traceOf(randomUUID(), 'none')).status).toBe(401);
});
