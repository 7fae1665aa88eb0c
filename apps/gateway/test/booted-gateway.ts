import { Controller, Module } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import { connectInProcess } from '@tributary/bus/in-process-bus';
import type { Received, Rejection } from '@tributary/bus/message';
import type { ActivityReceived } from '@tributary/contracts/activity';
import type { Role } from '@tributary/contracts/access';
import { activityReceived, credentialChanged, directoryChanged } from '@tributary/contracts/topics';
import { startApp, type RunningApp } from '@tributary/runtime/app';
import { Health } from '@tributary/runtime/health';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics';
import type { Platform } from '@tributary/runtime/platform';
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GatewayModule } from '../src/gateway.module.js';
import { guardRoutes } from '../src/access/access.hook.js';

/** Stands where tracking-ingest would: keeps what the gateway has published. */
@Controller()
export class PublishedActivities {
  static readonly received: Received<ActivityReceived>[] = [];

  @Consume(activityReceived, { group: 'test.published-activities' })
  handle(@Payload() batch: Received<ActivityReceived>[]): Rejection[] {
    PublishedActivities.received.push(...batch);
    return [];
  }
}

/** Organisation 1 owns datamart 1, organisation 2 owns datamart 2; a token per role in organisation 1. */
export const tokens: Record<Role, string> = {
  READER: 'reader-token-of-organisation-1-xxxxxxxx',
  EDITOR: 'editor-token-of-organisation-1-xxxxxxxx',
  ORGANISATION_ADMIN: 'admin-token-of-organisation-1-xxxxxxxxx',
  COMMUNITY_ADMIN: 'community-token-of-community-1-xxxxxxxx',
};
export const expiredToken = 'expired-token-of-organisation-1-xxxxxxx';

export interface BootedGateway {
  url: string;
  platform: Platform;
  stop: RunningApp['stop'];
}

export async function bootGateway(options: { hasCaughtUp?: () => boolean } = {}): Promise<BootedGateway> {
  const logger = createLogger('gateway', 'silent');
  const deadLetterDirectory = mkdtempSync(path.join(tmpdir(), 'tributary-dead-letters-'));
  const bus = { ...connectInProcess({ deadLetterDirectory, logger }), ...options };
  const platform: Platform = { bus, logger, health: new Health(), metrics: new Metrics('gateway') };
  @Module({ imports: [GatewayModule.register(platform)], controllers: [PublishedActivities] })
  class TestModule {}
  const running = await startApp({
    module: { module: TestModule },
    platform,
    port: 0,
    host: '127.0.0.1',
    extend: guardRoutes,
  });
  await publishAccess(platform);
  return { url: running.url, platform, stop: running.stop };
}

async function publishAccess({ bus: { publisher } }: Platform): Promise<void> {
  const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
  const owners = ['1', '2'].flatMap((id) => [
    { id: `o${id}`, value: { kind: 'organisation' as const, id, community_id: '1' } },
    { id: `d${id}`, value: { kind: 'datamart' as const, id, organisation_id: id } },
  ]);
  await publisher.publish(directoryChanged, owners);
  const holders = Object.entries(tokens).map(([role, token]) => ({
    role: role as Role,
    token,
    expiration_date: Date.now() + 60_000,
  }));
  for (const { role, token, expiration_date } of [
    ...holders,
    { role: 'EDITOR' as const, token: expiredToken, expiration_date: 1 },
  ]) {
    const id = `user of ${token}`;
    await publisher.publish(credentialChanged, [
      { id: `u-${token}`, value: { kind: 'user' as const, id, roles: [{ organisation_id: '1', role }] } },
      {
        id: `t-${token}`,
        value: { kind: 'api_token' as const, id: token, token_sha256: sha256(token), user_id: id, expiration_date },
      },
    ]);
  }
}
