import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { signedCurl, signedTypeScript, type SignedSample } from './signed-sample.js';

interface Vectors {
  secret_key: string;
  key_id: string;
  timestamp: string;
  accept: { uri: string; body: string | null; mac: string }[];
}

// The vectors that the gateway and docs/signing.md are tested with.
const { secret_key, key_id, timestamp, accept } = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../../gateway/test/fixtures/signing-vectors.json`, 'utf8'),
) as Vectors;
const [post] = accept;
const sample: SignedSample = { origin: 'http://localhost:8080', uri: post?.uri ?? '', key_id, body: post?.body ?? '' };
const odd: SignedSample = { ...sample, key_id: `it's$HOME"\``, body: '{"$name":"it\'s $HOME \\\\ \\"é\\""}' };

const rule = ({ uri, key_id: id, body }: SignedSample) =>
  createHmac('sha256', secret_key).update([uri, id, timestamp, body].join('\n')).digest('base64');

/** The arguments with which the sample calls curl, at the time of the vectors. */
function argumentsOfCurl(text: string, env: Record<string, string> = { SECRET_KEY: secret_key }): string[] {
  const stubs = `date() { echo ${timestamp.slice(0, -3)}; }; curl() { printf '%s\\0' "$@"; }\n`;
  const output = execFileSync('sh', ['-c', stubs + text], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin', ...env } });
  return output.split('\0');
}

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

describe('signedCurl', () => {
  it('makes the digest of the vectors', () =>
    expect(argumentsOfCurl(signedCurl(sample))).toContain(`X-Svc-Mac: ${post?.mac}`));

  it('sends what it signs', () => {
    const sent = argumentsOfCurl(signedCurl(odd));
    expect(sent).toContain(`X-Svc-Mac: ${rule(odd)}`);
    expect(sent).toContain(`X-Svc-Key-Id: ${odd.key_id}`);
    expect(sent).toContain(`X-Svc-Ts: ${timestamp}`);
    expect(sent).toContain(odd.body);
    expect(sent).toContain(odd.origin + odd.uri);
  });

  it('makes another digest with another secret', () =>
    expect(argumentsOfCurl(signedCurl(sample), { SECRET_KEY: 'ff' }).join()).not.toContain(post?.mac));

  it('holds no secret', () => expect(signedCurl(sample) + signedTypeScript(sample)).not.toContain(secret_key));
});

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
