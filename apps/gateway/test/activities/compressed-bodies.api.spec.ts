import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { PublishedActivities, secretKey, signingKeys, tokens } from '../booted-gateway.js';
import { anActivity, send } from './activities-fixture.js';

const text = JSON.stringify(anActivity());
const gzip = (content: string) => new Uint8Array(gzipSync(content));
const headers = { 'content-encoding': 'gzip' };
const bodies = () => PublishedActivities.received.map(({ value }) => value.body);

/** A signature covers the bytes as sent. */
function signed(body: Uint8Array): Record<string, string> {
  const key = { key_id: signingKeys.EDITOR, secret_key: secretKey };
  return { authorization: '', ...signatureHeaders(key, '/v1/datamarts/1/user_activities', body) };
}

describe('a compressed body', () => {
  it.each(['gzip', 'GZIP', 'x-gzip', ' gzip '])('of the coding "%s" is inflated', async (coding) => {
    expect((await send({ headers: { 'content-encoding': coding }, body: gzip(text) })).status).toBe(200);
    expect(bodies()).toEqual([text]);
  });

  it('may have a byte order mark, and several activities', async () => {
    expect((await send({ headers, body: gzip(`\ufeff${text}`) })).status).toBe(200);
    const lines = { ...headers, 'content-type': 'application/x-ndjson' };
    expect((await send({ headers: lines, body: gzip(`\ufeff${text}\n${text}`) })).status).toBe(200);
    expect(bodies()).toEqual([text, text, text]);
  });

  it('is signed as sent', async () => {
    const body = gzip(text);
    expect((await send({ headers: { ...headers, ...signed(body) }, body })).status).toBe(200);
    const other = await send({ headers: { ...headers, ...signed(new Uint8Array(Buffer.from(text))) }, body });
    expect([other.status, other.body?.error_code]).toEqual([401, 'MAC_ERROR']);
    expect(bodies()).toEqual([text]);
  });

  const spaces = (bytes: number) => `${' '.repeat(bytes - text.length)}${text}`;

  it('may become 1 MiB', async () =>
    expect((await send({ headers, body: gzip(spaces(1024 * 1024)) })).status).toBe(200));

  it.each<[string, Record<string, string>, Uint8Array<ArrayBuffer>, string]>([
    ['that becomes more than 1 MiB', headers, gzip(spaces(1024 * 1024 + 1)), 'exceeds 1048576 bytes'],
    ['that becomes 100 MiB', headers, gzip(' '.repeat(100 * 1024 * 1024)), 'exceeds 1048576 bytes'],
    ['that ends early', headers, gzip(text).slice(0, -9), 'not gzip, or ends early'],
    ['that is none', headers, new Uint8Array(Buffer.from(text)), 'not gzip, or ends early'],
    ['without the header', {}, gzip(text), 'Content-Encoding: gzip'],
    ['that is compressed twice', headers, new Uint8Array(gzipSync(gzip(text))), 'UTF-8'],
    ['of two codings', { 'content-encoding': 'gzip, gzip' }, gzip(text), 'the compression "gzip, gzip" is not read'],
    ['of another coding', { 'content-encoding': 'br' }, gzip(text), 'the compression "br" is not read'],
  ])('%s is refused', async (_case, given, body, message) => {
    const answer = await send({ headers: given, body });
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.objectContaining({ error_code: 'BAD_REQUEST_FORMAT', error: expect.stringContaining(message) }),
    ]);
    expect(bodies()).toEqual([]);
  });

  it('is inflated only for a credential that may write', async () => {
    const body = gzip(' '.repeat(100 * 1024 * 1024));
    expect((await send({ headers: { ...headers, authorization: tokens.READER }, body })).status).toBe(403);
    const unsigned = { ...headers, ...signed(new Uint8Array()) };
    expect((await send({ headers: unsigned, body })).body?.error_code).toBe('MAC_ERROR');
  });
});
