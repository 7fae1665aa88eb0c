import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAuthority } from '@tributary/testing/kafka/kafka-certificates';
import type { ConnectionOptions } from 'node:tls';
import { loadConfig } from './config.js';
import { KafkaConfig, kafkaConnection } from './kafka-access.js';

const directory = mkdtempSync(path.join(tmpdir(), 'tributary-kafka-access-'));
const file = (name: string) => path.join(directory, name);
const brokers = { KAFKA_BROKERS: 'a:9092' };
const tls = { KAFKA_SSL: 'true', KAFKA_SSL_CA: file('ca.crt') };
const pair = { KAFKA_SSL_CERT: file('client.crt'), KAFKA_SSL_KEY: file('client.key') };
const user = { KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512', KAFKA_SASL_USERNAME: 'u', KAFKA_SASL_PASSWORD: 'top-secret' };

const connection = (env: Record<string, string>) => kafkaConnection(loadConfig(KafkaConfig, { ...brokers, ...env }));
const without = <Key extends string>(env: Record<Key, string>, key: Key) => ({ ...env, [key]: '' });

/** The problems of an environment, one per line. */
function problems(env: Record<string, string>): string[] {
  try {
    loadConfig(KafkaConfig, { ...brokers, ...env });
    return [];
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}

describe('the access to Kafka', () => {
  beforeAll(async () => {
    const authority = await createAuthority(directory);
    await authority.issue('client');
    await authority.issue('other');
    writeFileSync(file('text'), 'no certificate');
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('is plain without settings', () => {
    expect(connection({})).toEqual({ brokers: ['a:9092'] });
  });

  it.each(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'])('is by user and password with %s', (mechanism) => {
    expect(connection({ ...user, KAFKA_SASL_MECHANISM: mechanism }).sasl).toEqual({
      mechanism: mechanism.toLowerCase(),
      username: 'u',
      password: 'top-secret',
    });
  });

  it('is by certificates in files or in the variables, and reads a renewed file', () => {
    const ssl = connection({ ...tls, ...pair }).ssl as ConnectionOptions;
    expect([ssl.ca, ssl.cert, ssl.key]).toEqual([
      expect.stringContaining('BEGIN CERTIFICATE'),
      expect.stringContaining('BEGIN CERTIFICATE'),
      expect.stringContaining('PRIVATE KEY'),
    ]);
    const inline = connection({ KAFKA_SSL: 'true', KAFKA_SSL_CA: String(ssl.ca) }).ssl as ConnectionOptions;
    expect(inline.ca).toBe(ssl.ca);
    const former = ssl.ca as string;
    writeFileSync(file('ca.crt'), 'renewed');
    expect(ssl.ca).toBe('renewed');
    writeFileSync(file('ca.crt'), former);
  });

  it('trusts the public authorities when none is given', () => {
    expect({ ...(connection({ KAFKA_SSL: 'true' }).ssl as ConnectionOptions) }).toEqual({});
  });

  it.each([
    ['half a pair', { ...tls, ...without(pair, 'KAFKA_SSL_KEY') }, ['KAFKA_SSL_KEY: is required with KAFKA_SSL_CERT']],
    ['half a pair', { ...tls, ...without(pair, 'KAFKA_SSL_CERT') }, ['KAFKA_SSL_CERT: is required with KAFKA_SSL_KEY']],
    [
      'the key of another',
      { ...tls, ...pair, KAFKA_SSL_KEY: file('other.key') },
      ['KAFKA_SSL_KEY: does not belong to KAFKA_SSL_CERT'],
    ],
    [
      'no such file',
      { ...tls, KAFKA_SSL_CA: file('none') },
      ['KAFKA_SSL_CA: cannot be read (ENOENT); it must be a path or PEM'],
    ],
    ['another file', { ...tls, KAFKA_SSL_CA: file('text') }, ['KAFKA_SSL_CA: is no PEM certificate']],
    ['TLS that is off', { KAFKA_SSL_CA: file('ca.crt') }, ['KAFKA_SSL_CA: has no effect without KAFKA_SSL=true']],
    [
      'an unknown mechanism',
      { ...user, KAFKA_SASL_MECHANISM: 'OAUTHBEARER' },
      ['KAFKA_SASL_MECHANISM: must be one of PLAIN, SCRAM-SHA-256, SCRAM-SHA-512'],
    ],
    [
      'no password',
      without(user, 'KAFKA_SASL_PASSWORD'),
      ['KAFKA_SASL_PASSWORD: is required, because another KAFKA_SASL_ setting is set'],
    ],
    [
      'no mechanism',
      without(user, 'KAFKA_SASL_MECHANISM'),
      ['KAFKA_SASL_MECHANISM: is required, because another KAFKA_SASL_ setting is set'],
    ],
    [
      'passwords without TLS in production',
      { ...user, NODE_ENV: 'production' },
      [expect.stringMatching(/^KAFKA_SSL: is required/)],
    ],
  ])('is refused with %s', (_case, env, expected) => expect(problems(env)).toEqual(expected));

  it('needs no TLS in production if the operator says so', () => {
    expect(problems({ ...user, NODE_ENV: 'production', KAFKA_SSL: 'false' })).toEqual([]);
  });

  it('is refused with every problem at once, and without a secret', () => {
    const found = problems({
      KAFKA_BROKERS: 'nohost',
      ...pair,
      KAFKA_SSL_KEY: 'top-secret',
      KAFKA_SASL_PASSWORD: 'top-secret',
    });
    expect(found.map((line) => line.split(':')[0])).toEqual([
      'KAFKA_BROKERS',
      'KAFKA_SSL_CERT',
      'KAFKA_SSL_KEY',
      'KAFKA_SSL_KEY',
      'KAFKA_SASL_MECHANISM',
      'KAFKA_SASL_USERNAME',
    ]);
    expect(found.join()).not.toContain('top-secret');
  });
});
