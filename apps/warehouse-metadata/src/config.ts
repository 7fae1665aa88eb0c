import { CommonConfig, DatabaseConfig, GatewayTrustConfig, KafkaConfig } from '@tributary/runtime/config';
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

export const WarehouseMetadataConfig = CommonConfig.extend(KafkaConfig.shape)
  .extend(DatabaseConfig.shape)
  .extend(GatewayTrustConfig.shape)
  .extend(WarehouseSettings.shape)
  // A service without NODE_ENV must not open private networks to the hosts that clients choose.
  .extend({ NODE_ENV: CommonConfig.shape.NODE_ENV.unwrap().default('production') });
export type WarehouseMetadataConfig = z.infer<typeof WarehouseMetadataConfig>;

/** Variables that the drivers of the engines read. The rest of the environment holds secrets of this process. */
const ofDrivers = ['PATH', 'HOME', 'TZ', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];
const ofProxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];

export const scanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries([...ofDrivers, ...ofProxies].map((name) => [name, process.env[name]]));
