import { describe, expect, it } from '@jest/globals';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { secretKey, signingKeys, tokens } from '../booted-gateway.js';
import { path, visit, post, postLines, expectPublished } from './analyzed-channels-fixture.js';

describe('processing_pipeline', () => {
  const body = visit({ $site_id: 'analyzed' });
  const signed = (query: string) => {
    const key = { key_id: signingKeys.EDITOR, secret_key: secretKey };
    return post(body, { query, headers: { authorization: '', ...signatureHeaders(key, path + query, body) } });
  };

  it('is left out with false', async () => {
    expect((await post(body, { query: '?processing_pipeline=false' })).status).toBe(200);
    expectPublished({ received: [body] });
  });

  it('is left out for each of several activities', async () => {
    await postLines([body, body], { query: '?processing_pipeline=false' });
    expectPublished({ received: [body, body] });
  });

  it.each(['?processing_pipeline=true', '?', '?other=false'])('is used with %s', async (query) => {
    expect((await post(body, { query })).status).toBe(200);
    expect((await signed(query)).status).toBe(200);
    expectPublished({ toAnalyze: [body, body] });
  });

  it.each(['', 'False', '0', 'no', 'false&processing_pipeline=true', 'true&processing_pipeline=true'])(
    'refuses %j',
    async (value) => {
      for (const type of ['application/json', 'application/x-ndjson'])
        expect(await post(body, { query: `?processing_pipeline=${value}`, type })).toMatchObject({
          status: 400,
          error_code: 'BAD_REQUEST_DATA',
          error: expect.stringContaining('processing_pipeline') as unknown,
        });
      expectPublished({});
    },
  );

  it.each(['false', 'fals%65', 'true&processing_pipeline=false'])(
    '%s is forbidden in a signed request',
    async (value) => {
      for (const name of ['processing_pipeline', 'processing%5Fpipeline'])
        expect(await signed(`?${name}=${value}`)).toMatchObject({ status: 403, error_code: 'AUTHORIZATION_ERROR' });
      expectPublished({});
    },
  );

  it('of another value is refused in a signed request once the signature is verified', async () => {
    expect(await signed('?processing_pipeline=x')).toMatchObject({ status: 400, error_code: 'BAD_REQUEST_DATA' });
    const headers = {
      authorization: '',
      'x-svc-mac': 'x',
      'x-svc-key-id': signingKeys.EDITOR,
      'x-svc-ts': `${Date.now()}`,
    };
    expect(await post(body, { query: '?processing_pipeline=x', headers })).toMatchObject({
      status: 401,
      error_code: 'MAC_ERROR',
    });
  });

  it('needs the role of an editor', async () => {
    const headers = { authorization: tokens.READER };
    const { status } = await post(body, { query: '?processing_pipeline=false', headers });
    expect(status).toBe(403);
  });
});
