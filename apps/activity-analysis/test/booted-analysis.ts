import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received } from '@tributary/bus/messages/message';
import type { Caller, DirectoryChanged, PluginVersionState } from '@tributary/contracts/admin/access';
import {
  activityReceived,
  activityToAnalyze,
  directoryChanged,
  userPointErased,
} from '@tributary/contracts/topics/topics';
import type { ActivityReceived, ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { identifierDigest, type Identifier } from '@tributary/contracts/tracking/identifier';
import { bootForSpecs } from '@tributary/app-testing/boot-for-specs';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import type { TestPostgres } from '@tributary/testing/postgres/postgres';
import { ActivityAnalysisModule } from '../src/activity-analysis.module.js';
import { AnalysisSettings } from '../src/config.js';
import { analysisDatabase } from '../src/database.js';
import { aMessage } from './analysis-database.js';

interface AnalysisBoot {
  settings?: Partial<AnalysisSettings>;
  /** The database of another process. */
  postgres?: TestPostgres;
}

export const reader: Caller = { user_id: '7', roles: [{ organisation_id: '1', role: 'READER' }] };

/** The booted app. Its directory has the organisations 1 (datamarts 1 and 2) and 9 of one community. */
export async function bootAnalysis({ settings, ...given }: AnalysisBoot = {}) {
  const postgres = given.postgres ?? (await startMigratedPostgres(analysisDatabase));
  const ended: ActivityReceived[] = [];

  /** Stands where tracking-ingest would. */
  @Controller()
  class EndsHandler {
    @Consume(activityReceived, { group: 'spec.ends' })
    handle(@Payload() batch: Received<ActivityReceived>[]) {
      ended.push(...batch.map(({ value }) => value));
      return [];
    }
  }

  const all = { ...AnalysisSettings.parse({ NODE_ENV: 'test' }), ...settings };
  const booted = await bootForSpecs({
    name: 'activity-analysis',
    module: (platform) => ActivityAnalysisModule.register({ ...all, DATABASE_URL: postgres.url }, platform),
    controllers: [EndsHandler],
  });
  let version = 0;
  const publish = async (...entries: DirectoryChanged[]) => {
    await booted.publisher.publish(
      directoryChanged,
      entries.map((value) => ({ id: randomUUID(), value })),
    );
  };
  await publish(
    { kind: 'organisation', id: '1', community_id: '1' },
    { kind: 'organisation', id: '9', community_id: '2' },
    { kind: 'datamart', id: '1', organisation_id: '1' },
    { kind: 'datamart', id: '2', organisation_id: '1' },
  );
  const send = async (values: Partial<ActivityToAnalyze>[], person?: string) => {
    const messages = values.map((value) => aMessage(value, person));
    await booted.publisher.publish(
      activityToAnalyze,
      messages.map(({ value }) => ({ id: `${value.datamart_id}/${value.activity_id}`, value })),
    );
    return messages.map(({ value }) => value);
  };
  const erase = (identifier: Identifier, datamart_id = '1') =>
    booted.publisher.publish(userPointErased, [
      {
        id: randomUUID(),
        value: { datamart_id, user_point_ids: [], identifier_digests: [identifierDigest(datamart_id, identifier)] },
      },
    ]);
  const stop = async () => {
    await booted.stop();
    if (!given.postgres) await postgres.stop();
  };
  return {
    ...booted,
    postgres,
    ended,
    send,
    erase,
    stop,
    /** An organisation gets a datamart. */
    own: (datamart_id: string, organisation_id: string) =>
      publish({ kind: 'datamart', id: datamart_id, organisation_id }),
    /** The analyzers of a channel, in their order. */
    select: (channel_id: string, analyzers: string[], datamart_id = '1') =>
      publish({ kind: 'channel', id: channel_id, version: ++version, datamart_id, processings: [], analyzers }),
    /** An analyzer of a plugin version of its own, which has the same id. */
    register: (
      id: string,
      state: Partial<PluginVersionState> & {
        strategy?: 'DROP' | 'STORE_WITH_ERROR_ID' | 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS';
      } = {},
    ) => {
      const { strategy = 'STORE_WITH_ERROR_ID', ...rest } = state;
      return publish(
        { kind: 'plugin_version', id, version: ++version, archived: false, throttlings: [], ...rest },
        {
          kind: 'activity_analyzer',
          id,
          version: ++version,
          organisation_id: '1',
          plugin_version_id: id,
          error_recovery_strategy: strategy,
          is_deleted: false,
        },
      );
    },
  };
}

export type BootedAnalysis = Awaited<ReturnType<typeof bootAnalysis>>;
