import type { Type } from '@nestjs/common';
import { directoryChanged } from '@tributary/contracts/topics/topics';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import { bootForSpecs } from '@tributary/app-testing/boot-for-specs';
import { AnalyticsModule } from '../src/analytics.module.js';
import { AnalyticsConfig } from '../src/config.js';

/**
 * Starts the app with its own server, the in-process bus and a DuckDB file in the directory, unless `settings` name a
 * ClickHouse. `controllers` replace other apps.
 */
export async function bootAnalytics(directory: string, controllers: Type[] = [], settings: object = {}) {
  const config = AnalyticsConfig.parse({ DATA_DIR: directory, ...settings });
  const app = await bootForSpecs({
    name: 'analytics',
    module: (platform) => AnalyticsModule.register(config, platform),
    directory,
    controllers,
    // A busy machine stores facts later than a client would wait for.
    limits: { deadlineMs: 180_000 },
  });
  await app.publisher.publish(
    directoryChanged,
    entries.map((value) => ({ id: `${value.kind}/${value.id}`, value })),
  );
  /** POST on behalf of a caller. */
  const post = (target: string, body: unknown, caller = aCaller()) =>
    app.as(caller)(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  return { ...app, post };
}

export type BootedAnalytics = Awaited<ReturnType<typeof bootAnalytics>>;

/**
 * Organisations 1 and 2 belong to community 1, organisation 3 to community 2. Organisation 1 has the datamarts 1 and
 * 11, 2 has 2, 3 has 3.
 */
const entries = [
  { kind: 'organisation', id: '1', community_id: '1' },
  { kind: 'organisation', id: '2', community_id: '1' },
  { kind: 'organisation', id: '3', community_id: '2' },
  { kind: 'datamart', id: '1', organisation_id: '1' },
  { kind: 'datamart', id: '11', organisation_id: '1' },
  { kind: 'datamart', id: '2', organisation_id: '2' },
  { kind: 'datamart', id: '3', organisation_id: '3' },
] as const;

export const aCaller = (role: Role = 'READER', organisation_id = '1'): Caller => ({
  user_id: '1',
  roles: [{ organisation_id, role }],
});
