import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ActivityAnalysisConfig } from '@tributary/activity-analysis/config';
import { AdminConfig } from '@tributary/admin/config';
import { AnalyticsServiceConfig } from '@tributary/analytics/config';
import { GatewayConfig } from '@tributary/gateway/config';
import { ImportWorkerConfig } from '@tributary/import-worker/config';
import { TrackingIngestConfig } from '@tributary/tracking-ingest/config';
import { WarehouseMetadataConfig } from '@tributary/warehouse-metadata/config';
import { StandaloneConfig } from '../src/config.js';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '../../..', file), 'utf8');

/** Table rows whose first cell names settings. */
const settingRowsOf = (file: string): string[] => read(file).match(/^\| `[A-Z].*$/gm) ?? [];

const documented = settingRowsOf('docs/configuration.md');
const services = {
  ActivityAnalysisConfig,
  AdminConfig,
  AnalyticsServiceConfig,
  GatewayConfig,
  ImportWorkerConfig,
  TrackingIngestConfig,
  WarehouseMetadataConfig,
};

/** Settings that apply only if the apps run as separate processes. */
const ofServicesOnly = [
  'GATEWAY_PRIVATE_KEY',
  'GATEWAY_PUBLIC_KEY',
  'INTERNAL_KEY',
  'MANAGEMENT_PORT',
  'UPSTREAM_TIMEOUT_MS',
  'ACTIVITY_ANALYSIS_URL',
  'ADMIN_URL',
  'ANALYTICS_URL',
  'IMPORT_WORKER_URL',
  'TRACKING_INGEST_URL',
  'WAREHOUSE_METADATA_URL',
];

const rowsOf = (setting: string) => documented.filter((row) => row.split('|')[1]?.includes(`\`${setting}\``));

describe.each(Object.entries({ ...services, StandaloneConfig }))('the settings of %s', (_name, { shape }) => {
  it.each(Object.keys(shape))('%s is documented in one row', (setting) => {
    expect(rowsOf(setting)).toHaveLength(1);
  });
});

describe.each(Object.entries(services))('the settings of %s', (_name, { shape }) => {
  it('exist in the embedded product, except those for services only', () => {
    const missing = Object.keys(shape).filter((setting) => !(setting in StandaloneConfig.shape));
    expect(missing.filter((setting) => !ofServicesOnly.includes(setting))).toEqual([]);
  });
});

describe('docs/configuration.md', () => {
  it('marks the settings of services only', () => {
    expect(ofServicesOnly.filter((setting) => !rowsOf(setting)[0]?.includes('*services only*'))).toEqual([]);
    expect(rowsOf('PORT')[0]).not.toContain('*services only*');
  });

  it('contains the rows that README.md repeats', () => {
    const repeated = settingRowsOf('README.md');
    expect(repeated).toHaveLength(6);
    expect(repeated.filter((row) => !documented.includes(row))).toEqual([]);
  });
});
