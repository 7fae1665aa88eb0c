import { describe, expect, it } from '@jest/globals';
import {
  accountIdentifier,
  addressIdentifier,
  agentIdentifier,
  hashIdentifier,
  identifierDigest,
} from '@tributary/contracts/tracking/identifier';
import { toReceivedRefusal } from './to-received-refusal.js';

const datamart_id = '1';
const received = (sent: Buffer | string) =>
  toReceivedRefusal({
    datamart_id,
    sender: 'api_token/1',
    bytes: 1,
    sent,
    received_ts: 1,
    error_code: 'BAD_REQUEST_DATA',
    error: 'e',
    error_id: 'r',
    credential: { kind: 'api_token', id: '1' },
    is_analyzed: true,
  });
const digest = (identifier: Parameters<typeof identifierDigest>[1]) => identifierDigest(datamart_id, identifier);

describe('the names of a refused body', () => {
  it.each([
    [
      'an account',
      '{"$user_identifiers":[{"$user_account_id":" u ","$compartment_id":"c"}]}',
      accountIdentifier('u', 'c'),
    ],
    ['one without its $', '{"user_account_id":"u"}', accountIdentifier('u')],
    ['an integer beyond 2^53', '{"$user_account_id":9007199254740993}', accountIdentifier('9007199254740993')],
    ['one of a profile event', '{"$events":[{"$properties":{"$user_account_id":"v"}}]}', accountIdentifier('v')],
    ['an agent', '{"$user_agent_id":"web:1:x"}', agentIdentifier('web:1:x')],
    ['a hash', '{"$email_hash":{"$hash":"ABCD"}}', hashIdentifier('abcd')],
    ['an address in a field', '{"$email":"A@b.co"}', addressIdentifier('a@b.co')],
    ['one within a text', '{"note":"write to <Ada@Example.com>."}', addressIdentifier('ada@example.com')],
    ['one of a URL', '{"url":"https://x.io/?mail=a%40b.co&x=1"}', addressIdentifier('a@b.co')],
    ['one behind an escape', '{"note":"a\\u0040b.co"}', addressIdentifier('a@b.co')],
    ['one in a key', '{"a@b.co":1}', addressIdentifier('a@b.co')],
    ['an agent of no JSON', '{"$user_agent_id":"web:\\"1","$type":', agentIdentifier('web:"1')],
    ['an account of no JSON', '{"$compartment_id":"c","$user_account_id":12,', accountIdentifier('12', 'c')],
    ['an address of no JSON', 'a=1&mail=a@b.co', addressIdentifier('a@b.co')],
  ])('are those of %s', (_case, body, identifier) => {
    expect(received(body).names).toContain(digest(identifier));
  });

  it('are those of the whole body, of which the first 16 KiB are kept', () => {
    const body = `{"filling":"${'é'.repeat(10_000)}","$email":"a@b.co"}`;
    const kept = received(body);
    expect(kept).toMatchObject({ is_cut: true, is_json: true });
    expect(body.startsWith(kept.body)).toBe(true);
    expect(Buffer.byteLength(kept.body)).toBeGreaterThan(16_380);
    expect(kept.names).toContain(digest(addressIdentifier('a@b.co')));
    expect(received('{}')).toMatchObject({ is_cut: false, body: '{}', names: [] });
  });

  it('are no more than are kept: a body that has more is kept without its text', () => {
    const addresses = (count: number) => Array.from({ length: count }, (_, n) => `a${n}@b.co`).join(' ');
    expect(received(addresses(1_000)).names).toHaveLength(1_000);
    expect(received(addresses(1_001))).toMatchObject({ names: [], body: '', is_cut: true });
  });

  it('are found in bytes that are no text', () => {
    const kept = received(Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x00, ...Buffer.from(' a@b.co')]));
    expect(kept).toMatchObject({ is_json: false, names: [digest(addressIdentifier('a@b.co'))] });
    expect(kept.body).toBe('\uFFFD\uFFFD a@b.co');
  });
});
