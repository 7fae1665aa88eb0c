import 'reflect-metadata';
import { newGatewayKeys } from '@tributary/contracts/admin/gateway-keys';
import { loadConfig } from '@tributary/runtime/config';
import { gatewayKeysOf } from '@tributary/runtime/gateway-keys';
import { runCommand } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { signatureHeaders } from '@tributary/security/signing';
import { guardRoutes } from './access/access.hook.js';
import { HttpAccessSource } from './access/http-access.source.js';
import { GatewayConfig } from './config.js';
import { GatewayModule } from './gateway.module.js';
import { HttpSessionSource } from './sign-in/http-session.source.js';
import { SessionSource } from './sign-in/session-source.js';
import { HttpConsentSource } from './consent/http-consent-source.js';
import { HttpTraceSource } from './traces/http-trace-source.js';
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
  const keys = gatewayKeysOf(config);
  const accessSource = new HttpAccessSource({ origins, keys });
  const sessions = { provide: SessionSource, useValue: new HttpSessionSource({ origins, keys }) };
  return startService({
    name: 'gateway',
    config,
    module: (platform) =>
      GatewayModule.register(config, platform, accessSource, undefined, {
        sessions: { provider: sessions },
        traceSource: () => new HttpTraceSource({ origins, keys }),
        consentSource: () => new HttpConsentSource({ origins, keys }),
      }),
    limits: { maxConnections: config.MAX_CONNECTIONS },
    metricsOn: config.NODE_ENV === 'production' ? (config.MANAGEMENT_PORT ?? 'nowhere') : config.MANAGEMENT_PORT,
    configureServer: (server, app) => {
      guardRoutes(server, app);
      proxyRoutes(server, {
        origins,
        keys,
        timeoutMs: config.UPSTREAM_TIMEOUT_MS,
        signatureHeaders: Object.values(signatureHeaders(config.SIGNATURE_HEADER_PREFIX)),
      });
    },
  });
};

/** Prints the settings of a new pair, for an environment file or a Secret. */
const makeKeys = () => {
  const lines = Object.entries(newGatewayKeys()).map(([name, value]) => `${name}=${value}\n`);
  process.stdout.write(lines.join(''));
  return Promise.resolve();
};

await runCommand({ 'make-keys': makeKeys }, serve);
