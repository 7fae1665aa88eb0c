import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { callerHeader, verifyCaller } from '@tributary/http/caller-header';
import { specKeys, specTrust } from '@tributary/app-testing/boot-for-specs';
import fc from 'fast-check';
import { proxyRoutes } from '../../src/proxy/proxy.js';
import { bootGateway, PublishedActivities, tokens, type BootedGateway } from '../booted-gateway.js';
import { capture, restMs, send, type CapturedRequest } from '../captured-request.js';
import { allOwnersAt } from '../stand-in-owners.js';
import { unsignedChanges, type Change } from './unsigned-changes.js';

const activities = '/v1/datamarts/1/user_activities';
const text = '{"$type":"SITE_VISIT","$user_agent_id":"web:1:abc","page":"é"}';
/** One activity. Its second line is an activity, too, if it is read alone. */
const indented = '{"$type":"SITE_VISIT","$user_identifiers":[\n{"$type":"USER_AGENT","$user_agent_id":"web:1:abc"}\n]}';
const lines = `\n${text}\r\n{"$type":1}\n\n${text}`;
const ndjson = 'application/x-ndjson';
const selectors = ['compartmentId=1,user_account_id=u', 'email_hash=abc123', 'user_agent_id=web%3A1%3Aabc'];
const segments = [
  ...selectors.map((selector) => `user_points/${selector}/user_segments`),
  'user_segments/user_agent_id=web%3A1%3Aabc',
  'user_segments/compartmentId=1/user_account_id=u',
].map((path) => `/v1/datamarts/1/${path}?max_results=5&first_result=0`);

/** The requests that reached the owner of the reads. */
const forwarded: { method: string | undefined; target: string | undefined; caller: unknown }[] = [];
let owner: Server;
let gateway: BootedGateway;
beforeAll(async () => {
  owner = createServer((request, response) => {
    forwarded.push(seen(request));
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ status: 'ok', data: request.url }));
  }).listen(0, '127.0.0.1');
  await once(owner, 'listening');
  const origin = `http://127.0.0.1:${(owner.address() as AddressInfo).port}`;
  gateway = await bootGateway({
    extend: (server) =>
      proxyRoutes(server, {
        origins: allOwnersAt(origin),
        keys: specKeys,
        timeoutMs: 60_000,
        signatureHeaders: ['x-svc-mac', 'x-svc-key-id', 'x-svc-ts'],
      }),
  });
});
afterAll(async () => {
  await gateway.stop();
  owner.closeAllConnections();
  owner.close();
});
beforeEach(() => {
  PublishedActivities.received.length = forwarded.length = 0;
});

function seen({ method = '', url = '', headers }: IncomingMessage) {
  const caller = verifyCaller(headers[callerHeader], { method, path: url }, specTrust('tracking-ingest'));
  return { method: method === 'HEAD' ? 'GET' : method, target: url, caller: caller?.user_id };
}

const storedIds = () => new Set(PublishedActivities.received.map(({ id }) => id));
const changes = Object.entries(unsignedChanges);
/** Headers of any name and value that HTTP allows. */
const anyHeader = fc
  .tuple(fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/), fc.stringMatching(/^[!-~]{0,20}$/))
  .map(([name, value]): Change => (captured) => ({ ...captured, headers: [...captured.headers, [name, value]] }));

type Make = (ts?: number) => CapturedRequest;

/** Requests that collect, and those that read. */
const captured: [string, Make][] = [
  ['an activity', (ts) => capture('POST', activities, text, { ts })],
  ['an activity in several lines', (ts) => capture('POST', activities, indented, { ts })],
  ['an activity as NDJSON', (ts) => capture('POST', activities, `${text}\n`, { ts, contentType: ndjson })],
  ['several activities', (ts) => capture('POST', activities, lines, { ts, contentType: ndjson })],
  ...segments.map((target): [string, Make] => [target, (ts) => capture('GET', target, '', { ts })]),
];

/** Sends the original, and expects that no changed copy gets more than the original did. */
async function expectNoGain(original: CapturedRequest, copies: CapturedRequest[]): Promise<void> {
  PublishedActivities.received.length = forwarded.length = 0;
  const answer = await send(gateway.url, original);
  expect(answer?.status).toBe(200);
  const [read] = forwarded;
  const ids = idsOf(answer);
  for (const copy of copies) {
    const replayed = await send(gateway.url, copy, restMs);
    const isRead = replayed?.status === 200 && copy.method !== 'HEAD' && !replayed.isPage;
    if (isRead) expect(idsOf(replayed)).toEqual(ids);
    expect([undefined, 200, 400, 401, 403, 404]).toContain(replayed?.status);
  }
  expect([...storedIds()]).toEqual(original.method === 'POST' ? ids.map((id) => `1/${String(id)}`) : []);
  for (const request of forwarded) expect(request).toEqual(read);
}

interface Collected {
  id: string;
  results?: { id?: string }[];
}

/** Identifies what was stored or read. */
function idsOf(answer: Awaited<ReturnType<typeof send>>): unknown[] {
  const { data } = answer?.body ?? {};
  if (typeof data !== 'object' || !data) return [data];
  const { id, results = [{ id }] } = data as Collected;
  return results.flatMap((result) => result.id ?? []);
}

describe('a captured signed request is worth no more than itself', () => {
  it.each(captured)('%s: with one header, the method or the target changed', async (_name, make) => {
    const original = make();
    await expectNoGain(original, [original, ...changes.map(([, change]) => change(original))]);
  });

  it.each(captured)('%s: with several changes at once, and headers of any name', async (_name, make) => {
    const some = fc.array(fc.oneof(fc.constantFrom(...changes.map(([, change]) => change)), anyHeader), {
      minLength: 2,
      maxLength: 5,
    });
    let ts = Date.now();
    await fc.assert(
      fc.asyncProperty(some, async (chosen) => {
        const original = make(ts++);
        await expectNoGain(original, [chosen.reduce((copy, change) => change(copy), original)]);
      }),
      { numRuns: 40 },
    );
  });

  it.each(Object.keys(unsignedChanges).filter((name) => name.startsWith('Idempotency-Key')))(
    'is stored once with %s added',
    async (name) => {
      const original = capture('POST', activities, text);
      const answers = [await send(gateway.url, original), await send(gateway.url, unsignedChanges[name]!(original))];
      expect(answers.map((answer) => answer?.status)).toEqual([200, 200]);
      expect([...storedIds()]).toHaveLength(1);
    },
  );

  it.each([
    ['an activity', text],
    ['an activity in several lines', indented],
    ['several activities', lines],
  ])('%s is not read as another kind of body', async (_name, body) => {
    const isJson = body !== lines;
    const original = capture('POST', activities, body, { contentType: isJson ? 'application/json' : ndjson });
    const ids = idsOf(await send(gateway.url, original));
    for (const [name, change] of changes.filter(([name]) => name.startsWith('Content-Type'))) {
      const answer = await send(gateway.url, change(original));
      // Parameters mean nothing: the text is UTF-8, and the signature covers the bytes. Only a body of one line is both.
      const asJson = isJson && /: application\/json *(;|$)/i.test(name);
      const asLines = body !== indented && name === `Content-Type: ${ndjson}`;
      expect([name, answer?.status]).toEqual([name, asJson || asLines ? 200 : 400]);
      if (answer?.status === 200) expect(idsOf(answer)).toEqual(ids);
    }
    expect([...storedIds()]).toEqual(ids.map((id) => `1/${String(id)}`));
  });
});

describe('controls: the checks above can fail', () => {
  it('a changed $unique_key breaks the signature', async () => {
    const signed = text.replace('{', '{"$unique_key":"9f2b1a84-0000-4000-8000-00000000000a",');
    const original = capture('POST', activities, signed);
    expect((await send(gateway.url, original))?.status).toBe(200);
    const copy = { ...original, body: original.body.replace('00a"', '00b"') };
    expect(await send(gateway.url, copy)).toMatchObject({ status: 401, body: { error_code: 'MAC_ERROR' } });
    expect([...storedIds()]).toHaveLength(1);
  });

  it('the second line of the activity in several lines is an activity, if it is sent alone', async () => {
    const body = indented.split('\n')[1];
    expect((await send(gateway.url, capture('POST', activities, body, { contentType: ndjson })))?.status).toBe(200);
  });

  it('a request with a token is stored again under another Idempotency-Key', async () => {
    for (const key of ['1', '2', '2']) {
      const headers = [
        ['Host', 'localhost'],
        ['Authorization', tokens.EDITOR],
        ['Idempotency-Key', key],
        ['Content-Type', 'application/json'],
        ['Content-Length', String(Buffer.byteLength(text))],
      ] as const;
      expect((await send(gateway.url, { method: 'POST', target: activities, headers, body: text }))?.status).toBe(200);
    }
    expect([...storedIds()]).toHaveLength(2);
  });

  it('another signature over the same body is stored again', async () => {
    const ts = Date.now();
    for (const at of [ts, ts - 1]) await send(gateway.url, capture('POST', activities, text, { ts: at }));
    expect([...storedIds()]).toHaveLength(2);
  });
});
