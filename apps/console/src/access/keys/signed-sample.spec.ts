import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { odd, post, rule, sample, secret_key, timestamp } from '../../../test/signed-samples.js';
import { signedCurl, signedTypeScript } from './signed-sample.js';

/** The address and the request of the sample, at the time of the vectors. */
function requestOfTypeScript(text: string): { url: string; init: { headers: Record<string, string>; body: string } } {
  const stubs = `Date.now = () => ${timestamp};
globalThis.fetch = (async (url: string, init: object) => Response.json({ url, init })) as never;
console.log = ((value: unknown) => process.stdout.write(JSON.stringify(value))) as never;\n`;
  const output = execFileSync(process.execPath, ['--input-type=module-typescript', '--no-warnings'], {
    input: stubs + text,
    encoding: 'utf8',
    env: { SECRET_KEY: secret_key },
  });
  return JSON.parse(output) as ReturnType<typeof requestOfTypeScript>;
}

describe('signedTypeScript', () => {
  it('makes the digest of the vectors', () => {
    const { url, init } = requestOfTypeScript(signedTypeScript(sample));
    expect(url).toBe(sample.origin + sample.uri);
    expect(init.headers['X-Svc-Mac']).toBe(post?.mac);
  });

  it('sends what it signs', () => {
    const { headers, body } = requestOfTypeScript(signedTypeScript(odd)).init;
    expect(headers).toMatchObject({ 'X-Svc-Key-Id': odd.key_id, 'X-Svc-Ts': timestamp });
    expect(headers['X-Svc-Mac']).toBe(rule({ ...odd, body }));
    expect(JSON.parse(body)).toEqual(JSON.parse(odd.body));
  });
});

it.each([
  ['signedCurl', signedCurl],
  ['signedTypeScript', signedTypeScript],
])('%s holds no secret', (_name, write) => expect(write(sample)).not.toContain(secret_key));
