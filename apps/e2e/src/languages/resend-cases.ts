import { expect, it } from '@jest/globals';
import { signatureHeaders } from '@tributary/testing/signed-request';
import type { LanguagePage } from './language-page.js';
import { type Answer, type ReceivedRequest, ScriptedApi } from './scripted-api.js';

const key = { key_id: 'my-key-1', secret_key: '0f1e2d3c4b5a69788796a5b4c3d2e1f0' };
const uri = '/v1/datamarts/7/user_activities';
const failures: Answer[] = [{ status: 503, headers: { 'retry-after': '1' } }, 'disconnect', { status: 500 }];
const ok = (data: object): Answer => ({ status: 200, body: JSON.stringify({ status: 'ok', data }) });

/** The acts of a client that gets no answer, or an error. */
export function resendCases(page: () => LanguagePage): void {
  it('resends the same line until it is accepted, each time with a new signature', async () => {
    const { line, id } = await page().prepare({ $type: 'SITE_VISIT' });
    const { requests, result } = await collectFrom([...failures, ok({ id, received_ts: 1 })], line);
    expect(result).toEqual({ id, received_ts: 1 });
    expect(requests.map(({ body }) => body)).toEqual([line, line, line, line]);
    for (const request of requests) expectSigned(request, 'application/json');
    const [first, second] = requests as [ReceivedRequest, ReceivedRequest];
    // Timers of the client may end a little early.
    expect(second.at - first.at).toBeGreaterThan(950);
  });

  it('resends all lines of a request, with the same ids', async () => {
    const lines = [await page().prepare({ $type: 'A' }), await page().prepare({ $type: 'B' })].map(({ line }) => line);
    const results = [
      { error_code: 'BAD_REQUEST_DATA', error: 'no' },
      { id: '1', received_ts: 1 },
    ];
    const { requests, result } = await collectFrom([{ status: 503 }, ok({ accepted: 1, rejected: 1, results })], lines);
    expect(result).toEqual(results);
    expect(requests.map(({ body }) => body)).toEqual([lines.join('\n'), lines.join('\n')]);
    for (const request of requests) expectSigned(request, 'application/x-ndjson');
  });

  it.each([400, 401, 403])('does not resend after %i', async (status) => {
    const { requests, result } = await collectFrom([{ status, body: '{"status":"error"}' }], '{}');
    expect(result).toEqual({ refused: status, answer: '{"status":"error"}' });
    expect(requests).toHaveLength(1);
  });

  it('gives up after its last try, and takes no page of a proxy for an answer', async () => {
    const { requests, result } = await collectFrom([{ status: 200, body: '<html>Sign in</html>' }], '{}', 2);
    expect(result).toEqual({ unavailable: true });
    expect(requests).toHaveLength(2);
  });

  it('(control) prepares another id each time: only the same line has the same id', async () => {
    const [first, second] = [await page().prepare({ $type: 'A' }), await page().prepare({ $type: 'A' })];
    expect(first.id).not.toBe(second.id);
    expect(await page().prepare(JSON.parse(first.line) as object)).toMatchObject({ id: first.id });
  });

  async function collectFrom(answers: Answer[], lines: string | string[], max_tries?: number) {
    const api = await ScriptedApi.start(answers);
    try {
      const result = await page().collect({ url: api.url, datamart_id: '7', ...key }, lines, { max_tries });
      return { requests: api.requests, result };
    } finally {
      await api.stop();
    }
  }
}

function expectSigned(request: ReceivedRequest, contentType: string): void {
  const { 'x-svc-mac': mac } = signatureHeaders(key, uri, request.body, Number(request.headers['x-svc-ts']));
  expect(request).toMatchObject({ uri, headers: { 'content-type': contentType, 'x-svc-mac': mac } });
  expect(request.headers.authorization).toBeUndefined();
}
