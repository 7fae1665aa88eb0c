import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bootStandalone, type BootedStandalone } from './booted-standalone.js';

let product: BootedStandalone;
let path: string;

beforeAll(async () => {
  product = await bootStandalone();
  const plugin = { organisation_id: '1', plugin_type: 'ACTIVITY_ANALYZER', group_id: 'g', artifact_id: 'a' };
  const { id: plugin_id } = await create('/plugins', plugin);
  const { id: version_id } = await create(`/plugins/${plugin_id}/versions`, { version_id: '1.0.0' });
  const analyzer = { name: 'x', version_id, error_recovery_strategy: 'DROP' };
  const { id } = await create('/activity_analyzers?organisation_id=1', analyzer);
  path = `/activity_analyzers/${id}/configuration/technical_name=rules`;
});
afterAll(() => product.stop());

const call = (method: string, target: string, body?: string, type = 'application/json') =>
  fetch(`${product.url}/v1${target}`, {
    method,
    headers: { authorization: product.token, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  });

async function create(target: string, body: object): Promise<{ id: string }> {
  const response = await call('POST', target, JSON.stringify(body));
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: { id: string } }).data;
}

/** In one process, parsers of other apps are on the same server: of NDJSON, CSV files and forms. */
describe('a configuration file in one process', () => {
  it.each([
    ['application/json', '{"no json'],
    ['application/x-ndjson', '{}\n{'],
    ['text/csv', 'a;b'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/octet-stream', '\0'],
  ])('is kept as sent: %s', async (type, content) => {
    expect((await call('PUT', path, content, type)).status).toBe(200);
    const read = await call('GET', path);
    expect([read.status, read.headers.get('content-type'), await read.text()]).toEqual([200, type, content]);
  });

  it('is the only body of bytes', async () => {
    const refused = await call('POST', '/plugins', '{}', 'application/octet-stream');
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ error_code: 'BAD_REQUEST_FORMAT' }),
    ]);
  });
});
