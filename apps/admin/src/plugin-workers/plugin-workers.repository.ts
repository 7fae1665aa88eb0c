import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  ChangedPluginWorker,
  PluginWorker,
  PluginWorkerInput,
} from '@tributary/contracts/admin/plugins/plugin-worker';
import { newWorkerToken } from '@tributary/contracts/admin/token-value';
import { existing, notFound } from '@tributary/contracts/errors';
import { readEntities } from '@tributary/database/entities';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { tokenSha256 } from '../api-tokens/token-digest.js';
import { lockVersion, publishWorkers } from '../plugins/lock-version.js';

/** How long a token works after a new one has replaced it: the worker must be started with the new one. */
const replacedTokenMs = 10 * 60_000;

@Injectable()
export class PluginWorkersRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {}

  get(version: string): Promise<PluginWorker> {
    return readEntities(this.dataSource, (manager) => get(manager, version));
  }

  /** Registers the worker of a version, or changes it. Only the answer to a request that makes a token contains it. */
  replace(version: string, { url, rotate }: PluginWorkerInput): Promise<ChangedPluginWorker> {
    return this.changes.make(async (manager, events) => {
      await lockVersion(manager, version);
      const known = await find(manager, version);
      const authentication_token = known === undefined || rotate ? newWorkerToken() : undefined;
      events.answerHasSecret = authentication_token !== undefined;
      if (known) await update(manager, { version, url, authentication_token });
      else await insert(manager, { version, url, authentication_token });
      await publishWorkers(manager, events, [version]);
      await events.statesChanged('plugin_version', [version]);
      const worker = await get(manager, version);
      return { ...worker, ...(authentication_token !== undefined && { authentication_token }) };
    });
  }

  delete(version: string): Promise<void> {
    return this.changes.make(async (manager, events) => {
      await lockVersion(manager, version);
      if (!(await events.deleteWorker(version))) throw notFound();
      await events.statesChanged('plugin_version', [version]);
    });
  }
}

interface WorkerChange {
  version: string;
  url: string;
  authentication_token: string | undefined;
}

async function find(manager: EntityManager, version: string): Promise<PluginWorker | undefined> {
  const [worker] = await manager.query<PluginWorker[]>(
    `select url, worker_id, last_modified_ts::float8 as last_modified_ts
     from plugin_workers where plugin_version_id = $1`,
    [version],
  );
  return worker;
}

async function get(manager: EntityManager, version: string): Promise<PluginWorker> {
  return existing(await find(manager, version));
}

const insert = (manager: EntityManager, { version, url, authentication_token = '' }: WorkerChange) =>
  manager.query(
    `insert into plugin_workers (plugin_version_id, worker_id, url, token_sha256, last_modified_ts)
     values ($1, $2, $3, $4, $5)`,
    [version, randomUUID(), url, tokenSha256(authentication_token), Date.now()],
  );

async function update(manager: EntityManager, { version, url, authentication_token }: WorkerChange): Promise<void> {
  const now = Date.now();
  await manager.query('update plugin_workers set url = $2, last_modified_ts = $3 where plugin_version_id = $1', [
    version,
    url,
    now,
  ]);
  if (authentication_token === undefined) return;
  await manager.query(
    `update plugin_workers set previous_token_sha256 = token_sha256, previous_expiration_date = $2, token_sha256 = $3
     where plugin_version_id = $1`,
    [version, now + replacedTokenMs, tokenSha256(authentication_token)],
  );
}
