import { CommonConfig, isolatedEnvironment, ServiceConfig } from '@tributary/runtime/config';
import { SecretsConfig } from '@tributary/security/secrets-config';
import { z } from 'zod';
import { AllowedHosts } from '@tributary/security/addresses/allowed-hosts';

/** Settings of the module, as a service and in the embedded product. */
export const WarehouseSettings = SecretsConfig.extend({
  NODE_ENV: CommonConfig.shape.NODE_ENV,
  /** Hosts with private addresses that a refresh may connect to, unless NODE_ENV is development or test. */
  WAREHOUSE_ALLOWED_HOSTS: AllowedHosts.default([]),
});
export type WarehouseSettings = z.infer<typeof WarehouseSettings>;

export const WarehouseMetadataConfig = ServiceConfig.extend(WarehouseSettings.shape)
  // A service without NODE_ENV must not open private networks to the hosts that clients choose.
  .extend({ NODE_ENV: CommonConfig.shape.NODE_ENV.unwrap().default('production') });
export type WarehouseMetadataConfig = z.infer<typeof WarehouseMetadataConfig>;

const ofProxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

/** The environment of a process that scans: the drivers use proxies. */
export const scanEnvironment = () => isolatedEnvironment(...ofProxies);
