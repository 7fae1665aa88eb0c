import { describe, expect, it } from '@jest/globals';
import { newGatewayKeys } from '@tributary/contracts/admin/gateway-keys';
import { CommonConfig, DatabaseConfig, flag, GatewayTrustConfig, KafkaConfig, loadConfig } from './config.js';
import { z } from 'zod';

const Everything = CommonConfig.extend(KafkaConfig.shape).extend(DatabaseConfig.shape).extend(GatewayTrustConfig.shape);
const env = {
  KAFKA_BROKERS: 'a:9092, b:9092',
  DATABASE_URL: 'postgres://user:secret@localhost/db',
  GATEWAY_PUBLIC_KEY: newGatewayKeys().GATEWAY_PUBLIC_KEY,
};

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
