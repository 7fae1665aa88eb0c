import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { AdminConfig } from '@tributary/admin/config';
import { AnalyticsServiceConfig } from '@tributary/analytics/config';
import { GatewayConfig } from '@tributary/gateway/config';
import { ImportWorkerConfig } from '@tributary/import-worker/config';
import { TrackingIngestConfig } from '@tributary/tracking-ingest/config';
import { WarehouseMetadataConfig } from '@tributary/warehouse-metadata/config';
import { StandaloneConfig } from '../src/config.js';

const root = path.join(import.meta.dirname, '../../..');
const documentation = ['README.md', 'docs/imports.md']
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join();
const services = {
  ...{ AdminConfig, AnalyticsServiceConfig, GatewayConfig, ImportWorkerConfig },
  ...{ TrackingIngestConfig, WarehouseMetadataConfig },
};

/** What only makes sense where the apps are processes of their own. */
const ofServicesOnly = new Set([
  ...['INTERNAL_KEY', 'MANAGEMENT_PORT', 'UPSTREAM_TIMEOUT_MS'],
  ...['ADMIN_URL', 'ANALYTICS_URL', 'IMPORT_WORKER_URL', 'TRACKING_INGEST_URL', 'WAREHOUSE_METADATA_URL'],
]);

describe.each(Object.entries({ ...services, StandaloneConfig }))('the settings of %s', (_name, { shape }) => {
  it.each(Object.keys(shape))('%s is documented', (setting) => {
    expect(documentation).toContain(`\`${setting}\``);
  });
});

describe.each(Object.entries(services))('the settings of %s', (_name, { shape }) => {
  it('are there in the embedded product as well, but for those of a service alone', () => {
    const missing = Object.keys(shape).filter((setting) => !(setting in StandaloneConfig.shape));
    expect(missing.filter((setting) => !ofServicesOnly.has(setting))).toEqual([]);
  });
});
