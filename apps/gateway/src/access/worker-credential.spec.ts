import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { PluginWorker } from './credentials.store.js';
import { hasWorkerToken, isBasic, readBasic } from './worker-credential.js';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('readBasic', () => {
  it.each([
    [`Basic ${base64('w-1:tok-1')}`, { worker_id: 'w-1', token: 'tok-1' }],
    [`basic   ${base64('w-1:tok-1')} `, { worker_id: 'w-1', token: 'tok-1' }],
    [`BASIC ${base64('w-1:a:b:')}`, { worker_id: 'w-1', token: 'a:b:' }],
    [`Basic ${base64('w:é')}`, { worker_id: 'w', token: 'é' }],
  ])('reads %s', (authorization, expected) => {
    expect(isBasic(authorization)).toBe(true);
    expect(readBasic(authorization)).toEqual(expected);
  });

  it.each([
    'Basic',
    'Basic ',
    'Basic w-1:tok-1',
    `Basic ${base64('w-1')}`,
    `Basic ${base64(':tok-1')}`,
    `Basic ${base64('w-1:')}`,
    `Basic ${base64(':')}`,
    `Basic ${base64('w-1:tok-1')}, Basic ${base64('w-1:tok-1')}`,
    `Basic ${base64('w-1:tok-1')} x`,
    'Basic ====',
  ])('refuses %j', (authorization) => {
    expect(isBasic(authorization)).toBe(true);
    expect(readBasic(authorization)).toBeUndefined();
  });

  it.each(['tby_x', 'Bearer tby_x', 'Basically', '', `x Basic ${base64('w:t')}`])(
    '%j is another scheme',
    (authorization) => expect(isBasic(authorization)).toBe(false),
  );
});

describe('hasWorkerToken', () => {
  const now = 1_700_000_000_000;
  const worker = (more: Partial<PluginWorker> = {}): PluginWorker => ({
    token_sha256: sha256('new'),
    plugin_version_id: '6',
    data_files: [],
    ...more,
  });
  const rotated = (expiration_date: number) => worker({ previous: { token_sha256: sha256('old'), expiration_date } });

  it.each<[string, string, PluginWorker | undefined, boolean]>([
    ['the token', 'new', worker(), true],
    ['another token', 'newer', worker(), false],
    ['an unknown worker', 'new', undefined, false],
    ['the token after a rotation', 'new', rotated(now + 1), true],
    ['the previous token until its end', 'old', rotated(now + 1), true],
    ['the previous token at its end', 'old', rotated(now), false],
    ['another token after a rotation', 'older', rotated(now + 1), false],
    ['a worker with an empty digest', '', worker({ token_sha256: '' }), false],
    ['a worker with a cut digest', 'new', worker({ token_sha256: sha256('new').slice(2) }), false],
    ['a worker with a digest of zeros', 'new', worker({ token_sha256: '00'.repeat(32) }), false],
  ])('%s', (_case, token, known, expected) => expect(hasWorkerToken(token, known, now)).toBe(expected));
});
