import 'reflect-metadata';
import { loadConfig } from '@tributary/runtime/config';
import { runCommand, runProcess } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { signatureHeaders } from '@tributary/security/signing';
import { guardRoutes } from './access/access.hook.js';
import { HttpAccessSource } from './access/http-access.source.js';
import { GatewayConfig } from './config.js';
import { GatewayModule } from './gateway.module.js';
import { proxyRoutes } from './proxy/proxy.js';

const serve = () => {
  const config = loadConfig(GatewayConfig);
  const origins = {
    'activity-analysis': config.ACTIVITY_ANALYSIS_URL,
    admin: config.ADMIN_URL,
    analytics: config.ANALYTICS_URL,
    'import-worker': config.IMPORT_WORKER_URL,
    'tracking-ingest': config.TRACKING_INGEST_URL,
    'warehouse-metadata': config.WAREHOUSE_METADATA_URL,
  };
  const accessSource = new HttpAccessSource({ origin: config.ADMIN_URL, internalKey: config.INTERNAL_KEY });
  return startService({
    name: 'gateway',
    config,
    module: (platform) => GatewayModule.register(config, platform, accessSource),
    limits: { maxConnections: config.MAX_CONNECTIONS },
    metricsOn: config.NODE_ENV === 'production' ? (config.MANAGEMENT_PORT ?? 'nowhere') : config.MANAGEMENT_PORT,
    configureServer: (server, app) => {
      guardRoutes(server, app);
      proxyRoutes(server, {
        origins,
        internalKey: config.INTERNAL_KEY,
        timeoutMs: config.UPSTREAM_TIMEOUT_MS,
        signatureHeaders: Object.values(signatureHeaders(config.SIGNATURE_HEADER_PREFIX)),
      });
    },
  });
};

await runCommand({}, () => runProcess(serve));
