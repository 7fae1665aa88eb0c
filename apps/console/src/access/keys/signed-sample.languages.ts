import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { odd, post, rule, sample, secret_key, timestamp } from '../../../test/signed-samples.js';
import { signedCurl } from './signed-sample.js';

/** The arguments with which the sample calls curl, at the time of the vectors. */
function argumentsOfCurl(text: string, env: Record<string, string> = { SECRET_KEY: secret_key }): string[] {
  const stubs = `date() { echo ${timestamp.slice(0, -3)}; }; curl() { printf '%s\\0' "$@"; }\n`;
  const output = execFileSync('sh', ['-c', stubs + text], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin', ...env } });
  return output.split('\0');
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
});
