import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Platform } from '@tributary/runtime/platform';
import type { FastifyInstance } from 'fastify';
import { guardRoutes } from './access/access.hook.js';
import { AccessPolicy } from './access/access.policy.js';
import { ActivityCollector } from './activities/activity-collector.js';
import { collectFirst } from './activities/collect-first.js';

/** Makes a server the public one: every route guarded, activities collected before the framework. */
export function openDoor(server: FastifyInstance, app: NestFastifyApplication, platform: Platform): void {
  const policy = app.get(AccessPolicy, { strict: false });
  guardRoutes(server, policy);
  collectFirst(server.server, { policy, collector: app.get(ActivityCollector, { strict: false }), platform });
}
