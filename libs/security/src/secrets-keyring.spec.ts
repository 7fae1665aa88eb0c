import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SecretsKeyring } from './secrets-keyring.js';

const key = () => randomBytes(32).toString('base64');

describe('a secrets keyring', () => {
  const [a, b] = [key(), key()];

  it('opens a sealed secret, and seals the same secret differently each time', () => {
    const keyring = new SecretsKeyring(a);
    const sealed = keyring.seal('a secret', 'keys/1');
    expect(sealed).not.toContain('a secret');
    expect(keyring.seal('a secret', 'keys/1')).not.toBe(sealed);
    expect(keyring.open(sealed, 'keys/1')).toBe('a secret');
  });

  it.each([
    ['another context', (sealed: string) => [sealed, 'keys/2']],
    [
      'an altered ciphertext',
      (sealed: string) => [sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA'), 'keys/1'],
    ],
    ['a truncated ciphertext', (sealed: string) => [sealed.slice(0, 20), 'keys/1']],
  ])('refuses %s', (_case, alter) => {
    const keyring = new SecretsKeyring(a);
    const [sealed = '', context = ''] = alter(keyring.seal('a secret', 'keys/1'));
    expect(() => keyring.open(sealed, context)).toThrow();
  });

  it('supports rotation: the first key seals, the other keys still open', () => {
    const sealed = new SecretsKeyring(`old:${a}`).seal('a secret', 'keys/1');
    const rotated = new SecretsKeyring(`new:${b},old:${a}`);
    expect(rotated.open(sealed, 'keys/1')).toBe('a secret');
    expect(rotated.isOutdated(sealed)).toBe(true);
    const resealed = rotated.reseal(sealed, 'keys/1') ?? '';
    expect(rotated.isOutdated(resealed)).toBe(false);
    expect(new SecretsKeyring(`new:${b}`).open(resealed, 'keys/1')).toBe('a secret');
    expect(() => new SecretsKeyring(`new:${b}`).open(sealed, 'keys/1')).toThrow('no key "old"');
  });

  it.each([
    ['sealed with a removed key', new SecretsKeyring(`lost:${b}`).seal('a secret', 'keys/1'), 'keys/1'],
    ['sealed for another context', new SecretsKeyring(a).seal('a secret', 'keys/1'), 'keys/2'],
  ])('does not reseal a secret that is %s', (_case, sealed, context) => {
    expect(new SecretsKeyring(a).reseal(sealed, context)).toBeUndefined();
  });

  it('has a MAC of each key, that of the first key first', () => {
    const [old = ''] = new SecretsKeyring(a).macs('x');
    expect(old).toMatch(/^[0-9a-f]{64}$/);
    const rotated = new SecretsKeyring(`new:${b},old:${a}`).macs('x');
    expect(rotated).toEqual([...new SecretsKeyring(b).macs('x'), old]);
    expect(new SecretsKeyring(a).macs('y')).not.toEqual([old]);
    expect(rotated[0]).not.toBe(old);
  });

  it.each(['', 'short', `${a},${b}`, `x y:${a}`, `${a.slice(0, -4)}`])(
    'refuses the configuration "%s"',
    (configured) => {
      expect(() => new SecretsKeyring(configured)).toThrow();
    },
  );
});
