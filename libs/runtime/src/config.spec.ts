import { describe, expect, it } from '@jest/globals';
import { newGatewayKeys } from '@tributary/contracts/admin/gateway-keys';
import {
  CommonConfig,
  DatabaseConfig,
  flag,
  GatewayTrustConfig,
  KafkaConfig,
  loadConfig,
  SignInConfig,
} from './config.js';
import { z } from 'zod';

const Everything = CommonConfig.extend(KafkaConfig.shape).extend(DatabaseConfig.shape).extend(GatewayTrustConfig.shape);
const env = {
  KAFKA_BROKERS: 'a:9092, b:9092',
  DATABASE_URL: 'postgres://user:secret@localhost/db',
  GATEWAY_PUBLIC_KEY: newGatewayKeys().GATEWAY_PUBLIC_KEY,
};

describe('the settings of sign-in', () => {
  const complete = {
    OIDC_ISSUER: 'https://issuer.example',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
    PUBLIC_URL: 'https://cdp.example.org',
  };
  const load = (given: Record<string, string>) => loadConfig(SignInConfig, given);

  it('are all or none', () => {
    expect(load(complete)).toMatchObject(complete);
    expect(load({})).toEqual({ OIDC_TRUST_EMAIL: false, OIDC_NEW_USER_ROLE: 'READER' });
    for (const name of Object.keys(complete))
      expect(problemsOf(() => load({ ...complete, [name]: '' }))).toMatch(
        new RegExp(`${name}: is required: .*are set together, or none`),
      );
  });

  it.each([
    ['OIDC_ISSUER', 'http://issuer.example'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/common/v2.0'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/organizations/v2.0'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/consumers/v2.0'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/{tenantid}/v2.0'],
    ['OIDC_ISSUER', 'https://issuer.example/?tenant=1'],
    ['PUBLIC_URL', 'http://cdp.example.org'],
    ['PUBLIC_URL', 'https://cdp.example.org/console'],
    ['OIDC_NEW_USER_ROLE', 'COMMUNITY_ADMIN'],
  ])('do not include %s=%s', (name, value) => expect(() => load({ ...complete, [name]: value })).toThrow(name));

  it.each([
    ['OIDC_ISSUER', 'http://localhost:8081/realms/common'],
    ['OIDC_ISSUER', 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0'],
    ['OIDC_ISSUER', 'https://keycloak.example/realms/common'],
    ['PUBLIC_URL', 'http://localhost:8080/'],
    ['OIDC_NEW_USER_ROLE', 'EDITOR'],
  ])('include %s=%s', (name, value) => expect(load({ ...complete, [name]: value })).toHaveProperty(name, value));
});

describe('the domains whose people become users', () => {
  const signIn = {
    OIDC_ISSUER: 'https://issuer.example',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
    PUBLIC_URL: 'https://cdp.example.org',
  };
  const load = (OIDC_ALLOWED_DOMAINS: string, OIDC_NEW_USER_ORGANISATION = '1', others: object = signIn) =>
    loadConfig(SignInConfig, { ...others, OIDC_ALLOWED_DOMAINS, OIDC_NEW_USER_ORGANISATION });

  it('have one spelling', () => {
    const { OIDC_ALLOWED_DOMAINS } = load('Example.ORG, bücher.example');
    expect(OIDC_ALLOWED_DOMAINS).toEqual(['example.org', 'xn--bcher-kva.example']);
    expect(load('', '').OIDC_ALLOWED_DOMAINS).toBeUndefined();
  });

  it.each(['*.example.org', 'example.org,', '@example.org', 'org', 'https://example.org'])('are none in %s', (list) =>
    expect(problemsOf(() => load(list))).toContain('OIDC_ALLOWED_DOMAINS: must be domains'),
  );

  it('need an organisation, and a provider', () => {
    expect(problemsOf(() => load('example.org', ''))).toContain('OIDC_NEW_USER_ORGANISATION: is required');
    expect(problemsOf(() => load('', '1'))).toContain('OIDC_ALLOWED_DOMAINS: is required');
    expect(problemsOf(() => load('example.org', 'x'))).toContain('must be the id of an organisation');
    expect(problemsOf(() => load('example.org', '1', {}))).toContain('OIDC_ISSUER: is required');
  });
});

describe('loadConfig', () => {
  it('applies defaults to missing and empty variables', () => {
    expect(loadConfig(Everything, { ...env, PORT: '' })).toMatchObject({
      PORT: 8080,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      NODE_ENV: 'development',
      KAFKA_BROKERS: ['a:9092', 'b:9092'],
    });
  });

  it('lists every problem at once, without values', () => {
    const broken = {
      PORT: 'http',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://user:secret@localhost/db',
      INTERNAL_KEY: 'short-secret',
      GATEWAY_PUBLIC_KEY: 'no-secret',
    };
    const message = problemsOf(() => loadConfig(Everything, broken));
    for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'INTERNAL_KEY', 'GATEWAY_PUBLIC_KEY', 'KAFKA_BROKERS'])
      expect(message).toContain(name);
    expect(message).toContain('6 problem(s)');
    expect(message).toContain('KAFKA_BROKERS: is required');
    expect(message).not.toMatch(/secret/);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['NODE_ENV', 'staging'],
    ['KAFKA_BROKERS', ','],
    ['KAFKA_BROKERS', 'nohost'],
    ['KAFKA_BROKERS', 'a:b'],
    ['INTERNAL_KEY', 'k'.repeat(31)],
  ])('refuses %s=%s', (name, value) => {
    expect(() => loadConfig(Everything, { ...env, [name]: value })).toThrow(name);
  });

  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
  ])('reads the flag %s', (value, expected) =>
    expect(loadConfig(z.object({ X: flag }), { X: value })).toEqual({ X: expected }),
  );
});

function problemsOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}
