import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { context } from '@opentelemetry/api';
import { withRequest } from '@tributary/runtime/async-context';
import { macOf } from '@tributary/security/signing';
import { eventually } from '@tributary/testing/eventually';
import { drop, ok, status, unchanged } from '@tributary/testing/plugin-double';
import { aCall, anActivity, isAlive, isolatedCalls, logged, token_sha256, withLongerTimeouts } from './calls.js';
import { plugin, startPlugin, calls, call, unavailable, tooLittle } from './plugin-calls-fixture.js';

describe('a call', () => {
  it('sends the normalised activity and its ids', async () => {
    await call();
    expect(JSON.parse(plugin.calls[0]?.text ?? '')).toEqual({
      activity_analyzer_id: '12',
      datamart_id: '1459',
      channel_id: '5',
      activity: {
        $type: 'SITE_VISIT',
        $site_id: '5',
        $user_agent_id: 'web:1:abc',
        $ts: 1_700_000_000_000,
        $events: [],
      },
    });
  });

  it('has the headers of the protocol, signed with the digest of the token', async () => {
    await context.with(withRequest(context.active(), 'r-1'), () => call());
    const [received] = plugin.calls;
    const headers = received?.headers ?? {};
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      'idempotency-key': '0190c2f0-0000-7000-8000-000000000001/12',
      'x-request-id': 'r-1',
      'x-svc-key-id': 'w-1',
    });
    expect(headers.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    const timestamp = String(headers['x-svc-ts']);
    expect(Math.abs(Date.now() - Number(timestamp))).toBeLessThan(60_000);
    const body = Buffer.from(received?.text ?? '');
    const message = { uri: '/v1/activity_analysis', key_id: 'w-1', timestamp, body };
    expect(headers['x-svc-mac']).toBe(macOf(message, token_sha256));
  });

  it.each([
    ['', '/v1/activity_analysis'],
    ['/', '/v1/activity_analysis'],
    ['/a/b', '/a/b/v1/activity_analysis'],
    ['/a%20b/', '/a%20b/v1/activity_analysis'],
    ['//elsewhere.example', '//elsewhere.example/v1/activity_analysis'],
  ])('of a worker at "%s" goes to %s', async (path, expected) => {
    await calls.call(aCall(`${plugin.url}${path}`));
    expect(plugin.calls[0]?.path).toBe(expected);
  });

  it('returns the new activity, and names what was put back', async () => {
    plugin.script = ({ activity }) => ok({ ...activity, $site_id: '6', seen: true });
    expect(await call()).toEqual({
      kind: 'analyzed',
      putBack: ['$site_id'],
      body: '{"$type":"SITE_VISIT","$site_id":"5","$user_agent_id":"web:1:abc","$events":[],"seen":true}',
    });
  });

  it('accepts JSON with any Content-Type', async () => {
    plugin.script = () => status(200, { 'content-type': 'text/html' }, '{"status":"drop"}');
    expect(await call()).toEqual({ kind: 'dropped' });
  });

  it('skips a byte order mark, as of a body that is posted', async () => {
    plugin.script = () => status(200, {}, '\ufeff{"status":"drop"}');
    expect(await call()).toEqual({ kind: 'dropped' });
    plugin.script = () => status(200, {}, '\ufeff\ufeff{"status":"drop"}');
    expect(await call()).toMatchObject({ kind: 'failed', failure: 'INVALID_ANSWER' });
  });

  it('may drop the activity', async () => {
    plugin.script = () => drop;
    expect(await call()).toEqual({ kind: 'dropped' });
  });

  it('keeps its connection for the next one', async () => {
    for (let count = 0; count < 3; count += 1) await call();
    expect(plugin.connections).toBe(1);
  });
});

const head = 'HTTP/1.1 200 OK\r\n';
const dropText = '{"status":"drop"}';

describe('an answer is refused', () => {
  it.each<[string, string | Buffer]>([
    ['with endless headers', head + `A: ${'x'.repeat(200)}\r\n`.repeat(200)],
    ['with one long header', `${head}A: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['after many interim responses', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100)],
    ['that switches protocols', 'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'],
    ['that is longer than 2 MiB by its head', `${head}Content-Length: 3000000\r\n\r\n`],
    ['that is not UTF-8', Buffer.concat([Buffer.from(`${head}\r\n`), Buffer.from([0x22, 0xff, 0x22])])],
    ['that is compressed', `${head}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00`],
    ['without a body', `${head}Content-Length: 0\r\n\r\n`],
  ])('%s', async (_case, bytes) => {
    plugin.script = () => ({ kind: 'raw', bytes });
    expect(await call()).toMatchObject({ kind: 'failed', failure: 'INVALID_ANSWER' });
  });

  it.each<[string, string | Buffer, number?]>([
    ['that is no HTTP', 'garbage\r\n\r\n'],
    ['of binary noise', createHash('sha512').update('noise').digest()],
    ['with two lengths', `${head}Content-Length: 17\r\nContent-Length: 18\r\n\r\n${dropText}`],
    ['with a length and chunks', `${head}Content-Length: 17\r\nTransfer-Encoding: chunked\r\n\r\n${dropText}`],
    ['with a chunk of no size', `${head}Transfer-Encoding: chunked\r\n\r\nxyz\r\n`, 200],
    ['whose connection ends too early', `${head}Content-Length: 99\r\n\r\n${dropText}`, 200],
  ])('%s, as a broken connection', async (_case, bytes, ...[status]) => {
    plugin.script = () => ({ kind: 'raw', bytes });
    expect(await call()).toEqual({ ...unavailable, ...(status !== undefined && { status }) });
    expect(plugin.calls).toHaveLength(1);
  });

  it.each([
    ['HTML', '<html></html>'],
    ['no data', '{"status":"ok"}'],
    ['an error', '{"status":"error","error":"secret"}'],
    ['an empty object', '{}'],
    ['3 MiB', `{"status":"ok","data":{"$type":"T","x":"${'x'.repeat(3 * 1024 * 1024)}"}}`],
  ])('with %s', async (_case, body) => {
    plugin.script = () => status(200, {}, body);
    expect(await call()).toEqual({ kind: 'failed', failure: 'INVALID_ANSWER', status: 200 });
  });

  it.each([
    [201, {}, { failure: 'INVALID_ANSWER', status: 201 }],
    [404, {}, { failure: 'INVALID_ANSWER', status: 404 }],
    [500, {}, { failure: 'PLUGIN_ERROR', status: 500 }],
    [503, { 'Retry-After': '3' }, { failure: 'PLUGIN_ERROR', status: 503, retryAfterMs: 3_000 }],
    [429, { 'Retry-After': '600' }, { failure: 'BUSY', status: 429, retryAfterMs: 60_000 }],
  ])('with status %i %j', async (code, headers, expected) => {
    plugin.script = () => status(code, headers, 'text');
    expect(await call()).toEqual({ kind: 'failed', ...expected });
  });

  it('with an error whose body never ends, with its status', async () => {
    plugin.script = () => ({ ...tooLittle, bytes: 'HTTP/1.1 500 No\r\nContent-Length: 99\r\n\r\n{' });
    expect(await call()).toEqual({ kind: 'failed', failure: 'PLUGIN_ERROR', status: 500 });
    await eventually(() => expect(plugin.requests.open).toBe(0));
  });

  it('with an error of many bytes, without reading them all', async () => {
    plugin.script = () => status(500, {}, 'x'.repeat(50_000_000));
    expect(await call()).toEqual({ kind: 'failed', failure: 'PLUGIN_ERROR', status: 500 });
  });
});

describe('large answers', () => {
  const large = { text: 'x'.repeat(500_000) };

  it('are read', async () => {
    plugin.script = ({ activity }) => ok({ ...activity, ...large });
    const results = await Promise.all(Array.from({ length: 40 }, () => call()));
    expect(results.map(({ kind }) => kind)).toEqual(Array(40).fill('analyzed'));
  });

  it('of one analyzer that stop in the middle leave room to others', async () => {
    const half = `${head}Content-Length: 900000\r\n\r\n${'x'.repeat(400_000)}`;
    plugin.script = ({ activity }) =>
      activity.stops === true ? { kind: 'raw', bytes: half, staysOpen: true } : ok({ ...activity, ...large });
    let ended = 0;
    const stopping = { analyzer_id: '1', activity: anActivity({ stops: true }), timeoutMs: 600_000 };
    const slow = Array.from({ length: 20 }, () => call(stopping).finally(() => (ended += 1)));
    await withLongerTimeouts(async (longer) => {
      const answerTo = (analyzer_id: string) => call({ analyzer_id, timeoutMs: 300 * longer });
      // (control) A whole answer to the same analyzer finds no slot: they are taken, before the other call and after it.
      expect(await answerTo('1')).toMatchObject({ failure: 'TIMEOUT' });
      expect(await answerTo('2')).toMatchObject({ kind: 'analyzed' });
      expect(await answerTo('1')).toMatchObject({ failure: 'TIMEOUT' });
    });
    expect(ended).toBe(0);
    plugin.resetConnections();
    for (const result of await Promise.all(slow)) expect(result).toMatchObject({ kind: 'failed' });
  });
});

describe('large answers of an organisation', () => {
  const half = `${head}Content-Length: 900000\r\n\r\n${'x'.repeat(400_000)}`;
  const analyzers = Array.from({ length: 20 }, (_, index) => String(100 + index));
  /** The last of twenty calls whose answers stop in the middle, one of each analyzer. */
  const drip = (organisation_id: string) =>
    Promise.all(analyzers.map((analyzer_id) => call({ organisation_id, analyzer_id, timeoutMs: 600_000 })));

  it('that stop in the middle leave room to another organisation', async () => {
    plugin.script = ({ analyzer_id, activity }) =>
      Number(analyzer_id) >= 100
        ? { kind: 'raw', bytes: half, staysOpen: true }
        : ok({ ...activity, text: 'x'.repeat(500_000) });
    // Both have had large answers lately.
    for (const organisation_id of ['1', '2'])
      expect(await call({ organisation_id })).toMatchObject({ kind: 'analyzed' });
    const dripping = drip('2');
    await withLongerTimeouts(async (longer) => {
      const answerTo = (organisation_id: string) => call({ organisation_id, timeoutMs: 500 * longer });
      // (control) The second organisation has no room left: the first one would have no more.
      expect(await answerTo('2')).toMatchObject({ failure: 'TIMEOUT' });
      for (let i = 0; i < 3; i++) expect(await answerTo('1')).toMatchObject({ kind: 'analyzed' });
      expect(await answerTo('2')).toMatchObject({ failure: 'TIMEOUT' });
    });
    plugin.resetConnections();
    await dripping;
  });
});

describe('a worker that is no worker', () => {
  it.each(['not a url', 'ftp://127.0.0.1/', 'http://user:secret@127.0.0.1/'])('%s', async (url) => {
    expect(await calls.call(aCall(url))).toEqual({ kind: 'failed', failure: 'NO_WORKER' });
  });

  it('or where nothing listens', async () => {
    const { url } = plugin;
    await plugin.close();
    expect(await calls.call(aCall(url))).toEqual(unavailable);
    expect(await calls.call(aCall('http://127.0.0.1:1'))).toEqual(unavailable);
    await startPlugin();
  });

  it('or that speaks no TLS', async () => {
    expect(await calls.call(aCall(plugin.url.replace('http:', 'https:')))).toEqual(unavailable);
  });
});

describe('the process', () => {
  /** Ends the process during two calls. */
  async function interrupt(activity_ids: string[]) {
    plugin.script = () => ({ kind: 'hang' });
    const given = activity_ids.map((activity_id) => call({ activity: { ...anActivity(), activity_id } }));
    await eventually(() => expect(plugin.requests.open).toBe(given.length));
    process.kill(calls.pid ?? 0, 'SIGKILL');
    const results = await Promise.all(given);
    await eventually(() => expect(plugin.requests.open).toBe(0));
    return results;
  }

  it('starts again after its end, and each call in progress may be made once more', async () => {
    const interrupted = { kind: 'interrupted' };
    const { pid } = calls;
    expect(await interrupt(['one', 'two'])).toEqual([interrupted, interrupted]);
    // One of them may be what ends the process.
    expect(await interrupt(['one', 'three'])).toEqual([unavailable, interrupted]);
    plugin.script = unchanged;
    expect(await call()).toMatchObject({ kind: 'analyzed' });
    expect(calls.pid).not.toBe(pid);
    expect(logged.join('')).toContain('"reason":"SIGKILL"');
  });

  it('is ended if it does not answer after the time-out', async () => {
    const own = isolatedCalls();
    await own.call(aCall(plugin.url));
    const pid = own.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    expect(await own.call(aCall(plugin.url, { timeoutMs: 100 }))).toEqual({ kind: 'interrupted' });
    await eventually(() => expect(isAlive(pid)).toBe(false));
    expect(await own.call(aCall(plugin.url))).toMatchObject({ kind: 'analyzed' });
    own.onApplicationShutdown();
  });

  it('ends at the shutdown, and none starts afterwards', async () => {
    const own = isolatedCalls();
    plugin.script = () => ({ kind: 'hang' });
    const given = own.call(aCall(plugin.url));
    await eventually(() => expect(plugin.requests.open).toBe(1));
    const pid = own.pid ?? 0;
    own.onApplicationShutdown();
    expect(await given).toEqual(unavailable);
    await eventually(() => expect(isAlive(pid)).toBe(false));
    expect(await own.call(aCall(plugin.url))).toEqual(unavailable);
  });
});

it('the log has nothing of an answer', () => {
  expect(logged.join('')).not.toMatch(/garbage|secret|xxxx|html/);
  expect(logged.length).toBeGreaterThan(0);
});
