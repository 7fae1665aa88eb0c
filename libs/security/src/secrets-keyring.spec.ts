import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretsKeyring } from './secrets-keyring.js';

const key = () => randomBytes(32).toString('base64');

describe('a secrets keyring', () => {
  const [a, b] = [key(), key()];

  it('opens what it has sealed, and seals no two alike', () => {
    const keyring = new SecretsKeyring(a);
    const sealed = keyring.seal('a secret', 'keys/1');
    expect(sealed).not.toContain('a secret');
    expect(keyring.seal('a secret', 'keys/1')).not.toBe(sealed);
    expect(keyring.open(sealed, 'keys/1')).toBe('a secret');
  });

  it.each([
    ['another context', (sealed: string) => [sealed, 'keys/2']],
    ['an altered text', (sealed: string) => [sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA'), 'keys/1']],
    ['a text cut short', (sealed: string) => [sealed.slice(0, 20), 'keys/1']],
  ])('refuses %s', (_case, alter) => {
    const keyring = new SecretsKeyring(a);
    const [sealed = '', context = ''] = alter(keyring.seal('a secret', 'keys/1'));
    expect(() => keyring.open(sealed, context)).toThrow();
  });

  it('rotates: the first key seals, the others still open', () => {
    const sealed = new SecretsKeyring(`old:${a}`).seal('a secret', 'keys/1');
    const rotated = new SecretsKeyring(`new:${b},old:${a}`);
    expect(rotated.open(sealed, 'keys/1')).toBe('a secret');
    expect(rotated.isOutdated(sealed)).toBe(true);
    const anew = rotated.sealAnew(sealed, 'keys/1') ?? '';
    expect(rotated.isOutdated(anew)).toBe(false);
    expect(new SecretsKeyring(`new:${b}`).open(anew, 'keys/1')).toBe('a secret');
    expect(() => new SecretsKeyring(`new:${b}`).open(sealed, 'keys/1')).toThrow('no key "old"');
  });

  it.each([
    ['a key that is not configured any more', new SecretsKeyring(`lost:${b}`).seal('a secret', 'keys/1'), 'keys/1'],
    ['another context', new SecretsKeyring(a).seal('a secret', 'keys/1'), 'keys/2'],
  ])('does not seal anew what is of %s', (_case, sealed, context) => {
    expect(new SecretsKeyring(a).sealAnew(sealed, context)).toBeUndefined();
  });

  it.each(['', 'short', `${a},${b}`, `x y:${a}`, `${a.slice(0, -4)}`])('is not made of "%s"', (configured) => {
    expect(() => new SecretsKeyring(configured)).toThrow();
  });
});
