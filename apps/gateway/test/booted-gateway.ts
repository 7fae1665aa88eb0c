import { Controller, Module, type Type } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import { connectInProcess } from '@tributary/bus/in-process/in-process-bus';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import type { ActivityReceived, ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import type { Role } from '@tributary/contracts/admin/access';
import { unavailable } from '@tributary/contracts/errors';
import {
  activityReceived,
  activityToAnalyze,
  credentialChanged,
  directoryChanged,
} from '@tributary/contracts/topics/topics';
import { startApp, type AppOptions, type RunningApp } from '@tributary/runtime/app';
import { Health } from '@tributary/runtime/health';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import type { Platform } from '@tributary/runtime/platform';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import type { FastifyInstance } from 'fastify';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { z } from 'zod';
import { guardRoutes } from '../src/access/access.hook.js';
import type { AccessSource } from '../src/access/access.source.js';
import { GatewaySettings } from '../src/config.js';
import type { ConsentSource } from '../src/consent/consent-source.js';
import type { TraceSource } from '../src/traces/trace-source.js';
import { GatewayModule } from '../src/gateway.module.js';
import { writeConsole } from './console-stand-in.js';

/** Replaces tracking-ingest: collects the published activities, unless it is down. */
@Controller()
export class PublishedActivities {
  static readonly received: Received<ActivityReceived>[] = [];
  static isDown = false;

  @Consume(activityReceived, { group: 'test.published-activities' })
  handle(@Payload() batch: Received<ActivityReceived>[]): Rejection[] {
    if (PublishedActivities.isDown) throw unavailable('down');
    PublishedActivities.received.push(...batch);
    return [];
  }
}

/** Replaces activity-analysis in the same way. */
@Controller()
export class ActivitiesToAnalyze {
  static readonly received: Received<ActivityToAnalyze>[] = [];
  static isDown = false;

  @Consume(activityToAnalyze, { group: 'test.activities-to-analyze' })
  handle(@Payload() batch: Received<ActivityToAnalyze>[]): Rejection[] {
    if (ActivitiesToAnalyze.isDown) throw unavailable('down');
    ActivitiesToAnalyze.received.push(...batch);
    return [];
  }
}

/**
 * A token per role in organisation 1. Organisation n owns datamart n. Organisations 1 and 2 are in community 1, 3 is in
 * community 2.
 */
export const tokens: Record<Role, string> = {
  READER: 'reader-token-of-organisation-1-xxxxxxxx',
  EDITOR: 'editor-token-of-organisation-1-xxxxxxxx',
  ORGANISATION_ADMIN: 'admin-token-of-organisation-1-xxxxxxxxx',
  COMMUNITY_ADMIN: 'community-token-of-community-1-xxxxxxxx',
};
/** Tokens of a community admin that were made for less, by what they are made for. */
export const limitedTokens = {
  datamart: { token: 'token-for-datamart-1-only-xxxxxxxxxxxxxx', limits: { datamart_ids: ['1'] } },
  role: { token: 'token-for-reading-only-xxxxxxxxxxxxxxxxx', limits: { role: 'READER' as const } },
};
export const expiredToken = 'expired-token-of-organisation-1-xxxxxxx';

/** A signing key per role in organisation 1. */
export const secretKey = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
export const signingKeys: Record<Role, string> = {
  READER: 'reader-key',
  EDITOR: 'editor-key',
  ORGANISATION_ADMIN: 'admin-key',
  COMMUNITY_ADMIN: 'community-key',
};
export const expiredKey = 'expired-key';

export interface BootedGateway {
  url: string;
  platform: Platform;
  stop: RunningApp['stop'];
}

export interface GatewayOptions {
  hasCaughtUp?: () => boolean;
  accessSource?: AccessSource;
  limits?: AppOptions['limits'];
  settings?: Partial<z.input<typeof GatewaySettings>>;
  /** A directory with a built console; by default a small stand-in, so that specs do not wait for the real one. */
  consoleDirectory?: string;
  /** Handlers that replace those of other apps. */
  controllers?: Type[];
  /** Adds routes to the gateway's own. */
  extend?: (server: FastifyInstance) => void;
}

export async function bootGateway({
  accessSource,
  extend,
  limits = {},
  controllers = [],
  settings: given = {},
  consoleDirectory = writeConsole(),
  ...state
}: GatewayOptions = {}): Promise<BootedGateway> {
  const settings = GatewaySettings.parse({ SECRETS_KEY: randomBytes(32).toString('base64'), ...given });
  const logger = createLogger('gateway', 'silent');
  const deadLetterDirectory = mkdtempSync(path.join(tmpdir(), 'tributary-dead-letters-'));
  const bus = { ...connectInProcess({ deadLetterDirectory, logger }), ...state };
  const platform: Platform = { bus, logger, health: new Health(), metrics: new Metrics('gateway') };
  @Module({
    imports: [
      GatewayModule.register(settings, platform, accessSource, consoleDirectory, {
        traceSource: () => knownTraces,
        consentSource: () => knownConsent,
      }),
    ],
    controllers: [PublishedActivities, ActivitiesToAnalyze, ...controllers],
  })
  class TestModule {}
  const running = await startApp({
    module: { module: TestModule },
    platform,
    port: 0,
    host: '127.0.0.1',
    limits,
    extend: (server, app) => {
      guardRoutes(server, app);
      extend?.(server);
    },
  });
  await publishAccess(platform);
  await publishKeys(platform, new SecretsKeyring(settings.SECRETS_KEY));
  return { url: running.url, platform, stop: running.stop };
}

async function publishAccess({ bus: { publisher } }: Platform): Promise<void> {
  const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
  const owners = ['1', '2', '3'].flatMap((id) => [
    { id: `o${id}`, value: { kind: 'organisation' as const, id, community_id: id === '3' ? '2' : '1' } },
    { id: `d${id}`, value: { kind: 'datamart' as const, id, organisation_id: id } },
  ]);
  await publisher.publish(directoryChanged, owners);
  const holders = Object.entries(tokens).map(([role, token]) => ({
    role: role as Role,
    token,
    expiration_date: Date.now() + 600_000,
  }));
  const limited = Object.values(limitedTokens).map((one) => ({
    role: 'COMMUNITY_ADMIN' as const,
    expiration_date: Date.now() + 600_000,
    ...one,
  }));
  for (const { role, token, expiration_date, ...limits } of [
    ...holders,
    ...limited,
    { role: 'EDITOR' as const, token: expiredToken, expiration_date: 1 },
  ]) {
    const id = `user of ${token}`;
    await publisher.publish(credentialChanged, [
      { id: `u-${token}`, value: { kind: 'user' as const, id, version: 1, roles: [{ organisation_id: '1', role }] } },
      {
        id: `t-${token}`,
        value: {
          kind: 'api_token' as const,
          id: token,
          version: 1,
          token_sha256: sha256(token),
          user_id: id,
          expiration_date,
          ...limits,
        },
      },
    ]);
  }
}

async function publishKeys({ bus: { publisher } }: Platform, keyring: SecretsKeyring): Promise<void> {
  const hour = 3_600_000;
  const keys = Object.entries(signingKeys).map(([role, key_id]) => ({ role: role as Role, key_id, lifetime: hour }));
  for (const { role, key_id, lifetime } of [...keys, { role: 'EDITOR' as const, key_id: expiredKey, lifetime: -hour }])
    await publisher.publish(credentialChanged, [
      {
        id: `k-${key_id}`,
        value: {
          kind: 'message_authentication_key' as const,
          id: key_id,
          version: 1,
          key_id,
          sealed_secret: keyring.seal(secretKey, `message_authentication_key/${key_id}`),
          user_id: `user of ${tokens[role]}`,
          expiration_date: Date.now() + lifetime,
        },
      },
    ]);
}

/** Stands in for the apps that know the outcome of an activity: each one was stored. */
export const knownTraces: TraceSource = {
  ended: ({ activity_id: id }) =>
    Promise.resolve({
      id,
      state: 'STORED',
      steps: [
        { step: 'ACCEPTED', ts: 1 },
        { step: 'STORED', ts: 2 },
      ],
    }),
  waiting: () => Promise.resolve(null),
  watermark: () => Promise.resolve(undefined),
  leftOut: ({ from_ts: since_ts, to_ts: until_ts }) => {
    const known = (count: number) => ({ count, since_ts, until_ts });
    return Promise.resolve({
      refused_by_choice: known(1),
      dropped: known(2),
      dropped_on_error: known(3),
      suspicious_time: known(4),
      people_merged: known(5),
    });
  },
};

/** Stands in for the apps that know channels and what choices refuse there: nothing. */
const knownConsent: ConsentSource = {
  scope: ({ channel_id, processing_id }) =>
    Promise.resolve({
      datamart_id: '1',
      organisation_id: '1',
      channel_id,
      ...(processing_id !== undefined && { processing: { processing_id, legal_basis: 'CONSENT' as const } }),
    }),
  preview: () => Promise.resolve({ activities_7d: 0, people_7d: 0, would_refuse_7d: 0 }),
  refused: () => Promise.resolve({ items: [], total: 0 }),
};
