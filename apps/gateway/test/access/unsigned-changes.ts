import type { CapturedRequest } from '../captured-request.js';

export type Change = (captured: CapturedRequest) => CapturedRequest;

type Header = readonly [name: string, value: string];

const adding =
  (...added: Header[]): Change =>
  (captured) => ({ ...captured, headers: [...captured.headers, ...added] });
const leading =
  (...added: Header[]): Change =>
  (captured) => ({ ...captured, headers: [...added, ...captured.headers] });
const without = ({ headers }: CapturedRequest, name: string) =>
  headers.filter(([known]) => known.toLowerCase() !== name.toLowerCase());
const setting =
  (name: string, value: string): Change =>
  (captured) => ({ ...captured, headers: [...without(captured, name), [name, value]] });
const removing =
  (name: string): Change =>
  (captured) => ({ ...captured, headers: without(captured, name) });
const naming =
  (spell: (name: string) => string): Change =>
  (captured) => ({ ...captured, headers: captured.headers.map(([name, value]) => [spell(name), value] as const) });
const method =
  (name: string): Change =>
  (captured) => ({ ...captured, method: name });
const target =
  (change: (target: string) => string): Change =>
  (captured) => ({ ...captured, target: change(captured.target) });

/** The body as one chunk. */
const chunked: Change = (captured) => ({
  ...captured,
  headers: [...without(captured, 'content-length'), ['Transfer-Encoding', 'chunked']],
  body: `${Buffer.byteLength(captured.body).toString(16)}\r\n${captured.body}\r\n0\r\n\r\n`,
});
/** The body in two chunks, with an extension and a trailer. */
const chunkedTwice: Change = (captured) => ({
  ...captured,
  headers: [...without(captured, 'content-length'), ['Transfer-Encoding', 'chunked'], ['Trailer', 'Idempotency-Key']],
  body: `1;a=b\r\n${captured.body.slice(0, 1)}\r\n${(Buffer.byteLength(captured.body) - 1).toString(16)}\r\n${captured.body.slice(1)}\r\n0\r\nIdempotency-Key: 7\r\n\r\n`,
});

const elsewhere = '/v1/datamarts/2/user_activities';

const added: Record<string, Change> = Object.fromEntries(
  (
    [
      ['Idempotency-Key', '1'],
      ['Idempotency-Key', 'x'.repeat(300)],
      ['idempotency-key', ''],
      ['X-Idempotency-Key', '2'],
      ['Content-Encoding', 'gzip'],
      ['Content-Encoding', 'identity'],
      ['X-HTTP-Method-Override', 'DELETE'],
      ['X-HTTP-Method', 'PUT'],
      ['X-Method-Override', 'GET'],
      ['X-Forwarded-For', '10.0.0.1'],
      ['X-Forwarded-Host', 'elsewhere.example'],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Prefix', '/v1/datamarts/2'],
      ['X-Forwarded-Uri', elsewhere],
      ['Forwarded', 'for=10.0.0.1;host=elsewhere.example;proto=https'],
      ['X-Real-Ip', '10.0.0.1'],
      ['X-Original-URL', elsewhere],
      ['X-Rewrite-URL', elsewhere],
      ['Authorization', ''],
      ['Authorization', ' '],
      ['Accept', 'text/html'],
      ['Accept-Encoding', 'gzip'],
      ['Accept-Language', 'fr'],
      ['Accept-Version', '2'],
      ['If-Match', '"another"'],
      ['If-None-Match', '*'],
      ['If-Modified-Since', 'Thu, 01 Jan 2026 00:00:00 GMT'],
      ['Expect', '100-continue'],
      ['Expect', 'something'],
      ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
      ['tracestate', 'a=b'],
      ['baggage', 'datamart_id=2'],
      ['X-Tributary-Caller', 'forged'],
      ['X-Tributary-Service', 'forged'],
      ['X-Request-Id', 'the same'],
      ['Upgrade', 'h2c'],
      ['Upgrade', 'websocket'],
      ['HTTP2-Settings', 'AAMAAABkAAQAoAAAAAIAAAAA'],
      ['Range', 'bytes=0-1'],
      ['Cookie', 'session=1'],
      ['TE', 'trailers'],
      ['Connection', 'X-Svc-Mac, X-Tributary-Caller'],
      ['Keep-Alive', 'timeout=5'],
      ['Proxy-Authorization', 'Basic eDp5'],
      ['X-Svc-Version', '2'],
      ['X-Svc-Unique-Key', '3'],
      ['X-Datamart-Id', '2'],
      ['__proto__', 'x'],
      ['constructor', 'x'],
    ] satisfies Header[]
  ).map(([name, value]) => [`${name}: ${value.slice(0, 40)}`, adding([name, value])]),
);

const contentTypes: Record<string, Change> = Object.fromEntries(
  [
    'application/json; charset=utf-8',
    'application/json; charset=utf-16le',
    'application/json;charset=latin1',
    'application/json; a=b; a=c',
    'APPLICATION/JSON',
    'application/problem+json',
    'application/x-ndjson',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/csv',
    'text/plain',
    '*/*',
    '',
    'application/json, text/plain',
  ].map((type) => [`Content-Type: ${type}`, setting('Content-Type', type)]),
);

/** The changes that an attacker can make to a captured request without the secret, besides sending it again as it is. */
export const unsignedChanges: Record<string, Change> = {
  ...added,
  ...contentTypes,
  'no Content-Type': removing('Content-Type'),
  'no Content-Length': removing('Content-Length'),
  'a shorter Content-Length': setting('Content-Length', '5'),
  'a longer Content-Length': setting('Content-Length', '5000'),
  'two lengths': adding(['Content-Length', '1']),
  'a length and chunks': adding(['Transfer-Encoding', 'chunked']),
  'a chunked body': chunked,
  'a body in two chunks, with a trailer': chunkedTwice,
  'an unknown transfer coding': setting('Transfer-Encoding', 'gzip'),
  'no Host': removing('Host'),
  'another Host': setting('Host', 'elsewhere.example'),
  'two Hosts': adding(['Host', 'elsewhere.example']),
  'no digest': removing('X-Svc-Mac'),
  'no key id': removing('X-Svc-Key-Id'),
  'no time': removing('X-Svc-Ts'),
  'a second digest': adding(['X-Svc-Mac', 'AAAA']),
  'another digest first': leading(['x-svc-mac', 'AAAA']),
  'the digest twice': (captured) => adding(...captured.headers.filter(([name]) => /mac$/i.test(name)))(captured),
  'a second key id': adding(['X-Svc-Key-Id', 'reader-key']),
  'a second time': adding(['X-Svc-Ts', '1']),
  'the time with a leading zero': (captured) => {
    const ts = captured.headers.find(([name]) => /ts$/i.test(name) && /svc/i.test(name))?.[1] ?? '';
    return setting('X-Svc-Ts', `0${ts}`)(captured);
  },
  'the digest without padding': (captured) => {
    const mac = captured.headers.find(([name]) => /mac$/i.test(name))?.[1] ?? '';
    return setting('X-Svc-Mac', mac.replace(/=+$/, ''))(captured);
  },
  'the digest in the alphabet of URLs': (captured) => {
    const mac = captured.headers.find(([name]) => /mac$/i.test(name))?.[1] ?? '';
    return setting('X-Svc-Mac', `${mac.replaceAll('+', '-').replaceAll('/', '_')}=`)(captured);
  },
  'header names in lower case': naming((name) => name.toLowerCase()),
  'header names in upper case': naming((name) => name.toUpperCase()),
  ...Object.fromEntries(
    ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE'].map((name) => [name, method(name)]),
  ),
  'another datamart': target((path) => path.replace('/1/', '/2/')),
  'another query': target((path) => `${path}${path.includes('?') ? '&' : '?'}x=1`),
  'an empty query': target((path) => `${path}?`),
  'another order of the query': target((path) => path.replace(/\?(.*)&(.*)$/, '?$2&$1')),
  'a slash at the end': target((path) => path.replace(/(\?|$)/, '/$1')),
  'a double slash': target((path) => `/${path}`),
  'percent-encoding': target((path) => path.replace('user_', 'user%5F')),
  'another case': target((path) => path.replace('/v1', '/V1')),
  'the absolute form': target((path) => `http://localhost${path}`),
  'the absolute form of another host': target((path) => `http://elsewhere.example${path}`),
  'a fragment': target((path) => `${path}#x`),
};
