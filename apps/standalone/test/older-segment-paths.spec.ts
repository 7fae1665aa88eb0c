import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { signatureHeaders } from '@tributary/testing/signed-request';
import fc from 'fast-check';
import { bootStandalone, type BootedStandalone } from './booted-standalone.js';

const seed = 20_261_123;
const [agent, compartment, account, hash] = ['web:1:a', 'c-1', 'u-1', 'ab'.repeat(32)];
const older = '/v1/datamarts/1/user_segments/';

interface Answer {
  status: number;
  text: string;
}

let product: BootedStandalone;
let key: { key_id: string; secret_key: string };
/** The only person. */
let person: string;
/** The answer of every successful read. */
let segments: string;

/** Sends the target byte for byte: fetch would resolve `..` and remove a fragment. */
function send(target: string, headers: Record<string, string>, method = 'GET', body?: string): Promise<Answer> {
  const { hostname, port } = new URL(product.url);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, method, path: target, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    outgoing.on('error', reject).end(body);
  });
}

const withToken = (target: string) => send(target, { authorization: product.token });
const create = async <Data>(path: string, body: object | string): Promise<Data> => {
  const [text, type] = typeof body === 'string' ? [body, 'x-ndjson'] : [JSON.stringify(body), 'json'];
  const headers = { authorization: product.token, 'content-type': `application/${type}` };
  const answer = await send(`/v1${path}`, headers, 'POST', text);
  expect(answer.status).toBe(200);
  return (JSON.parse(answer.text) as { data: Data }).data;
};

const signed = (target: string, ts?: number) => send(target, signatureHeaders(key, target, undefined, ts));

beforeAll(async () => {
  product = await bootStandalone();
  key = await create('/users/1/message_authentication_keys', { scheme: 'HMAC_SHA256', key_id: 'older' });
  const identifiers = [
    { type: 'USER_AGENT', user_agent_id: agent },
    { type: 'USER_ACCOUNT', compartment_id: compartment, user_account_id: account },
    { type: 'USER_EMAIL', hash },
  ];
  const associated = await create<{ user_point_id: string }>('/datamarts/1/user_identifiers_association_declarations', {
    identifiers,
  });
  person = associated.user_point_id;
  const kind = { document_type: 'USER_SEGMENT', mime_type: 'APPLICATION_X_NDJSON', encoding: 'utf-8', name: 'a' };
  const { id } = await create<{ id: string }>('/datamarts/1/document_imports', kind);
  const line = { operation: 'UPDATE', user_agent_id: agent, segment_id: 's', data_bag: { n: 1 } };
  await create(`/datamarts/1/document_imports/${id}/executions`, JSON.stringify(line));
  await eventually(async () => {
    const { text } = await withToken(`/v1/datamarts/1/user_points/${person}/user_segments`);
    expect(text).toContain('"segment_id":"s"');
    segments = text;
  });
});
afterAll(() => product.stop());

const name = fc.constantFrom(
  'compartment_id',
  'compartmentId',
  'user_account_id',
  'userAccountId',
  'user_agent_id',
  'userAgentId',
  'email_hash',
  'emailHash',
  'user_point_id',
  'userPointId',
  '',
  'x',
);
const equals = fc.constantFrom('=', '=', '=', '%3D', '%3d', '%253D', '', '==');
const value = fc.oneof(
  fc.constantFrom(agent, encodeURIComponent(agent), account, compartment, hash, hash.toUpperCase()),
  // Replaced by the id of the person, which exists only when the test runs.
  fc.constant('PERSON'),
  fc.constantFrom('', '%00', '%', '%2F', '..', '%2e%2e', '☕', 'null', '*', ':user_point', "';--"),
);
const part = fc.tuple(name, equals, value).map((pieces) => pieces.join(''));
const joiner = fc.constantFrom(',', ',', '/', '/', '%2C', '%2F', '%252F', '//', '/../', ';', '&', '?', '#', '\\');
const accountParts = fc
  .tuple(
    fc.constantFrom('compartment_id', 'compartmentId', 'compartment_id%3D'),
    joiner,
    fc.constantFrom('user_account_id', 'userAccountId'),
  )
  .map(([first, between, second]) => `${first}=${compartment}${between}${second}=${account}`);
const suffix = fc.constantFrom('', '', '', '', '/', '/user_segments', '/user_choices', '/user_profiles', '/..', '?x=1');
const selector = fc
  .tuple(
    fc.oneof(
      { weight: 2, arbitrary: accountParts },
      { weight: 2, arbitrary: part },
      {
        weight: 2,
        arbitrary: fc.tuple(part, joiner, part).map(([first, between, second]) => `${first}${between}${second}`),
      },
      { weight: 1, arbitrary: fc.constantFrom('PERSON', 'PERSON/user_choices', '', '..', '../user_points/PERSON') },
    ),
    suffix,
  )
  .map((pieces) => pieces.join(''));

/** As the client sends it. */
const targetOf = (drawn: string) =>
  older + Buffer.from(drawn.replaceAll('PERSON', person)).toString('latin1').replaceAll(' ', '%20');
/** Whether the target contains an identifier of the person other than its user point id. */
const namesIdentifier = (target: string) =>
  [agent, encodeURIComponent(agent), hash, hash.toUpperCase(), account].some((one) => target.includes(one));
const withoutErrorId = ({ status, text }: Answer) => [status, text.replace(/"error_id":"[^"]*"/, '')];

describe('any target under the older path of segment reads', () => {
  it('that is signed answers the segments of an identifier, or an error', async () => {
    const tally = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(selector, async (drawn) => {
        const target = targetOf(drawn);
        const { status, text } = await signed(target);
        tally.set(status, (tally.get(status) ?? 0) + 1);
        expect([200, 400, 403, 404]).toContain(status);
        if (status === 200) expect([namesIdentifier(target), text]).toEqual([true, segments]);
      }),
      { numRuns: 2_000, seed },
    );
    for (const status of [200, 400, 403, 404]) expect([status, tally.get(status) ?? 0]).not.toEqual([status, 0]);
  });

  it('of one segment answers with a token as the newer path', async () => {
    const one = selector.filter((drawn) => drawn !== '' && !/[/?#\\]/.test(drawn));
    let found = 0;
    await fc.assert(
      fc.asyncProperty(one, async (drawn) => {
        const target = targetOf(drawn);
        const newer = target.replace('/user_segments/', '/user_points/') + '/user_segments';
        const answer = await withToken(target);
        if (answer.status === 200) found++;
        expect(withoutErrorId(answer)).toEqual(withoutErrorId(await withToken(newer)));
      }),
      { numRuns: 500, seed },
    );
    expect(found).toBeGreaterThan(10);
  });

  it('(control) reads the person by its own id with a token, and by no signature', async () => {
    for (const by of [person, `user_point_id=${person}`]) {
      expect(await withToken(older + by)).toEqual({ status: 200, text: segments });
      expect((await signed(older + by)).status).toBe(403);
    }
    for (const by of [`compartment_id=${compartment}/user_account_id=${account}`, `user_agent_id=${agent}`])
      expect(await signed(older + by)).toEqual({ status: 200, text: segments });
  });
});
