import 'reflect-metadata';
import { randomBytes, createHash } from 'node:crypto';
import { Module } from '@nestjs/common';
import { connectInProcess } from '@tributary/bus/in-process-bus';
import { activityReceived, credentialChanged, directoryChanged } from '@tributary/contracts/topics';
import { startApp } from '@tributary/runtime/app';
import { Health } from '@tributary/runtime/health';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics';
import { guardRoutes } from './dist/access/access.hook.js';
import { GatewaySettings } from './dist/config.js';
import { GatewayModule } from './dist/gateway.module.js';
import { Pool } from 'undici';
const mode = process.argv[2];
if (mode.startsWith('on')) { const { startTracing } = await import('@tributary/runtime/tracing'); await startTracing({ name: 'g', config: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4999', OTEL_TRACES_SAMPLER_ARG: Number(mode.slice(3)) }, logger: { warn() {} } }); }
const settings = GatewaySettings.parse({ SECRETS_KEY: randomBytes(32).toString('base64') });
const logger = createLogger('gateway', 'silent');
const bus = connectInProcess({ deadLetterDirectory: '/tmp/F/dl', logger });
const platform = { bus, logger, health: new Health(), metrics: new Metrics('gateway') };
const running = await startApp({ module: GatewayModule.register(settings, platform), platform, port: 0, host: '127.0.0.1',
  extend: (server, app) => {
    guardRoutes(server, app);
  } });
const token = 'x'.repeat(40);
await bus.publisher.publish(directoryChanged, [{ id: 'o', value: { kind: 'organisation', id: '1', community_id: '1' } }, { id: 'd', value: { kind: 'datamart', id: '1', organisation_id: '1' } }]);
await bus.publisher.publish(credentialChanged, [
 { id: 'u', value: { kind: 'user', id: '1', roles: [{ organisation_id: '1', role: 'EDITOR' }] } },
 { id: 't', value: { kind: 'api_token', id: '1', token_sha256: createHash('sha256').update(token).digest('hex'), user_id: '1', expiration_date: Date.now() + 1e7 } }]);
if (mode === 'noals') (await import('@opentelemetry/api')).context.disable();
process.send({ url: running.url, token });
process.on('message', () => process.send({ cpu: process.cpuUsage() }));
