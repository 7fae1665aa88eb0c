import { describe, expect, it } from '@jest/globals';
import { buildCredentials, emptyCredentials, withoutSecrets } from './build-credentials.js';

const postgres = { host: 'db', port: '5432', user: 'u', password: 'p' };

describe('buildCredentials', () => {
  it('leaves out what is empty', () =>
    expect(buildCredentials('POSTGRES', { ...postgres, database: '', tls: 'off' })).toEqual({
      ...postgres,
      port: 5432,
    }));

  it('keeps no secret on the page', () => {
    expect(withoutSecrets('POSTGRES', { ...postgres, tls: 'off' })).toEqual({
      host: 'db',
      port: '5432',
      user: 'u',
      tls: 'off',
    });
    expect(withoutSecrets('SNOWFLAKE', { account: 'a', password: 'p', private_key: 'k' })).toEqual({ account: 'a' });
    expect(withoutSecrets('BIG_QUERY', { key: '{}' })).toEqual({});
  });

  it('asks for a key or a password of Snowflake', () => {
    const values = { account: 'a', username: 'u' };
    expect(() => buildCredentials('SNOWFLAKE', values)).toThrow('A private key or a password is needed.');
    expect(buildCredentials('SNOWFLAKE', { ...values, password: 'p' })).toEqual({ ...values, password: 'p' });
  });

  it('encrypts unless the user says otherwise', () =>
    expect(buildCredentials('POSTGRES', { ...emptyCredentials, ...postgres })).toMatchObject({ ssl: true }));

  it.each([
    ['verified', true],
    ['private', { ca: 'PEM' }],
    ['unverified', { verify: false }],
  ])('says how TLS is %s', (tls, ssl) =>
    expect(buildCredentials('POSTGRES', { ...postgres, tls, ca: 'PEM' })).toMatchObject({ ssl }),
  );

  it('takes the needed fields of a service-account key', () => {
    const key = { project_id: 'p', client_email: 'e', private_key: 'k' };
    expect(buildCredentials('BIG_QUERY', { key: JSON.stringify({ ...key, auth_uri: 'x' }) })).toEqual({
      ...key,
      type: 'service_account',
    });
  });

  it.each(['', '{', '[]', '7'])('says that %j is no key', (key) =>
    expect(() => buildCredentials('BIG_QUERY', { key })).toThrow('Paste the whole file'),
  );
});
