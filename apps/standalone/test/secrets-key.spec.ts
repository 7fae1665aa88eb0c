import { mkdtempSync, statSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { secretsKey } from '../src/secrets-key.js';

describe("the embedded product's SECRETS_KEY", () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-secrets-'));

  it('is generated on the first start, readable by its owner only', () => {
    expect(() => new SecretsKeyring(secretsKey(directory))).not.toThrow();
    expect(readdirSync(directory)).toEqual(['secrets.key']);
    expect(statSync(path.join(directory, 'secrets.key')).mode & 0o777).toBe(0o600);
  });

  it('stays the same at later starts', () => {
    expect(secretsKey(directory)).toBe(secretsKey(directory));
  });

  it('differs between installations', () => {
    expect(secretsKey(mkdtempSync(path.join(tmpdir(), 'tributary-secrets-')))).not.toBe(secretsKey(directory));
  });
});
