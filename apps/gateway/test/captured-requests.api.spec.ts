import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { callerHeader, verifyCaller } from '@tributary/http/caller-header';
import fc from 'fast-check';
import { proxyRoutes } from '../src/proxy/proxy.js';
import { bootGateway, PublishedActivities, tokens, type BootedGateway } from './booted-gateway.js';
import { capture, send, type CapturedRequest } from './captured-request.js';
import { unsignedChanges, type Change } from './unsigned-changes.js';

const internalKey = 'a key that gateway and services share';
const activities = '/v1/datamarts/1/user_activities';
const text = '{"$type":"SITE_VISIT","$user_agent_id":"web:1:abc","page":"é"}';
const segments = ['compartmentId=1,user_account_id=u', 'email_hash=abc123', 'user_agent_id=web%3A1%3Aabc'].map(
  (selector) => `/v1/datamarts/1/user_points/${selector}/user_segments?max_results=5&first_result=0`,
);

/** What reached the owner of the reads. */
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
  const origins = { admin: origin, analytics: origin, 'import-worker': origin, 'tracking-ingest': origin };
  gateway = await bootGateway({
    extend: (server) =>
      proxyRoutes(server, {
        origins: { ...origins, 'warehouse-metadata': origin },
        internalKey,
        timeoutMs: 5_000,
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

function seen({ method, url, headers }: IncomingMessage) {
  const caller = verifyCaller(headers[callerHeader], internalKey);
  return { method: method === 'HEAD' ? 'GET' : method, target: url, caller: caller?.user_id };
}

const storedIds = () => new Set(PublishedActivities.received.map(({ id }) => id));
const changes = Object.entries(unsignedChanges);
/** Headers of any name and value that HTTP allows. */
const anyHeader = fc
  .tuple(fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/), fc.stringMatching(/^[!-~]{0,20}$/))
  .map(
    ([name, value]): Change =>
      (captured) => ({ ...captured, headers: [...captured.headers, [name, value]] }),
  );

/** A request that collects, and the three that read. */
const captured: [string, () => CapturedRequest][] = [
  ['an activity', () => capture('POST', activities, text)],
  ...segments.map((target): [string, () => CapturedRequest] => [target, () => capture('GET', target)]),
];

/** Sends the original, and expects that no changed copy gets more than the original did. */
async function expectNoGain(original: CapturedRequest, copies: CapturedRequest[]): Promise<void> {
  PublishedActivities.received.length = forwarded.length = 0;
  const answer = await send(gateway.url, original);
  expect(answer?.status).toBe(200);
  const [read] = forwarded;
  for (const copy of copies) {
    const replayed = await send(gateway.url, copy);
    if (replayed?.status === 200 && copy.method !== 'HEAD') expect(idOf(replayed)).toEqual(idOf(answer));
    expect([undefined, 200, 400, 401, 403, 404]).toContain(replayed?.status);
  }
  expect([...storedIds()]).toHaveLength(original.method === 'POST' ? 1 : 0);
  for (const request of forwarded) expect(request).toEqual(read);
}

/** Identifies what was stored or read. */
const idOf = (answer: Awaited<ReturnType<typeof send>>) => {
  const { data } = answer?.body ?? {};
  return typeof data === 'object' && data ? (data as { id: string }).id : data;
};

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
        const { method, target, body } = make();
        const original = capture(method as 'GET' | 'POST', target, body, ts++);
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

  it('is not read as another kind of body: the route that collects takes JSON only', async () => {
    const original = capture('POST', activities, text);
    for (const [name, change] of changes.filter(([name]) => name.startsWith('Content-Type'))) {
      const answer = await send(gateway.url, change(original));
      // Parameters mean nothing: JSON is UTF-8, and the signature covers the bytes.
      expect([name, answer?.status]).toEqual([name, /: application\/json *(;|$)/i.test(name) ? 200 : 400]);
    }
    expect(PublishedActivities.received.map(({ value }) => value.body)).toEqual(
      PublishedActivities.received.map(() => text),
    );
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
    for (const at of [ts, ts - 1]) await send(gateway.url, capture('POST', activities, text, at));
    expect([...storedIds()]).toHaveLength(2);
  });
});
