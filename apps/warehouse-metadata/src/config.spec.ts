import { describe, expect, it } from '@jest/globals';
import { newGatewayKeys } from '@tributary/contracts/admin/gateway-keys';
import { loadConfig } from '@tributary/runtime/config';
import { scanEnvironment, WarehouseMetadataConfig, WarehouseSettings } from './config.js';

const env = {
  KAFKA_BROKERS: 'a:9092',
  DATABASE_URL: 'postgres://user:secret@localhost/db',
  ...newGatewayKeys(),
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
};

describe('NODE_ENV', () => {
  it('of the service is production unless it is set', () => {
    expect(loadConfig(WarehouseMetadataConfig, env).NODE_ENV).toBe('production');
    expect(loadConfig(WarehouseMetadataConfig, { ...env, NODE_ENV: 'development' }).NODE_ENV).toBe('development');
  });

  it('of the embedded product is development unless it is set', () => {
    expect(loadConfig(WarehouseSettings, env).NODE_ENV).toBe('development');
  });
});

it('the environment of a scan contains no setting of the service', () => {
  Object.assign(process.env, env);
  expect(Object.keys(scanEnvironment())).toContain('PATH');
  expect(Object.keys(scanEnvironment()).filter((name) => name in env)).toEqual([]);
});
