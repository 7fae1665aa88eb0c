import type { Outgoing } from '@tributary/bus/messages/message';
import { insertOutbox } from '@tributary/bus/outbox/outbox';
import {
  type Credential,
  type CredentialChanged,
  type CredentialKind,
  type DirectoryChanged,
  type Revocation,
  stateKey,
  type VersionedState,
} from '@tributary/contracts/admin/access';
import type { Channel } from '@tributary/contracts/admin/channel';
import type { CollectKey } from '@tributary/contracts/admin/collect-key';
import type { Topic } from '@tributary/contracts/topics/topic';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics/topics';
import { uuid7 } from '@tributary/contracts/values/uuid';
import type { EntityManager } from 'typeorm';
import { credentialSources } from './access-state.js';
import { versionedSources, withoutEffect, type VersionedKind } from './versioned-states.js';

/** Tokens, keys or sessions of a user: one by its id, or all. */
type RevocableOf = { user_id: string } & ({ id: string } | { all: true });

/** A key of the topic that no gateway needs any more. */
interface ReplacedVersion {
  id: string;
  version: number;
}

interface RevokedRow extends ReplacedVersion, Pick<Revocation, 'expiration_date' | 'key_id'> {
  /** The version of the revocation. */
  next: number;
}

/** The columns of a row that its revocation repeats. */
const keptColumns = {
  api_token: 'expiration_date::float8 as expiration_date',
  message_authentication_key: '(extract(epoch from expiration_ts) * 1000)::float8 as expiration_date, key_id',
  session: 'latest_expiration_date::float8 as expiration_date',
};

/** The events of one transaction. They go into its transactional outbox and are published if it commits. */
export class AccessEvents {
  readonly messageIds: string[] = [];
  readonly directory: DirectoryChanged[] = [];
  /** Keys of states that the transaction has replaced by newer ones. Their tombstones wait until that is published. */
  readonly replacedStates: string[] = [];
  /** Whether other apps know an earlier state of something that the transaction has changed or deleted. */
  replacesPublished = false;
  /** Whether the answer shows a secret that no other answer does: it must not be lost to a 503. */
  answerHasSecret = false;

  constructor(private readonly manager: EntityManager) {}

  /** @param created users, tokens and keys of any kind that the transaction has inserted */
  async credentialsCreated(created: Credential[]): Promise<void> {
    await this.publishVersions(created, []);
  }

  /**
   * Publishes the current state of users, tokens or keys as their next version. The transaction must have locked the rows
   * before it read or changed them: then a higher version is a later state.
   */
  async credentialsChanged(kind: CredentialKind, ids: string[]): Promise<void> {
    const { table, read } = credentialSources[kind];
    const replaced = await this.drawVersions(table, ids);
    const changed = await read(this.manager, ids);
    await this.publishVersions(
      changed,
      replaced.map((row) => keyOf(kind, row)),
    );
  }

  /** Deletes tokens, keys or sessions, and publishes that gateways must refuse them. @returns how many there were */
  async revoke(kind: keyof typeof keptColumns, revocable: RevocableOf): Promise<number> {
    const { table } = credentialSources[kind];
    const which = 'id' in revocable ? 'and id = $2' : '';
    const revoked = await this.manager.query<RevokedRow[]>(
      `with revoked as (delete from ${table} where user_id = $1 ${which} returning *)
       select id::text as id, version::float8 as version, nextval('access_versions')::float8 as next,
         ${keptColumns[kind]}
       from revoked`,
      [revocable.user_id, ...('id' in revocable ? [revocable.id] : [])],
    );
    await this.publishRevocations(kind, revoked);
    return revoked.length;
  }

  /** Deletes a user, whose row the transaction has locked, with its roles, tokens, keys and sessions. */
  async deleteUser(id: string): Promise<void> {
    await this.revoke('api_token', { user_id: id, all: true });
    await this.revoke('message_authentication_key', { user_id: id, all: true });
    await this.revoke('session', { user_id: id, all: true });
    await this.delete('user', 'id = $1', [id]);
  }

  /** Deletes a key of a datamart. @returns whether there was one */
  deleteCollectKey({ datamart_id, id }: Pick<CollectKey, 'datamart_id' | 'id'>): Promise<boolean> {
    return this.delete('collect_key', 'datamart_id = $1 and id = $2', [datamart_id, id]);
  }

  /** @param changed entries in their current state */
  async directoryChanged(changed: DirectoryChanged[]): Promise<void> {
    this.directory.push(...changed);
    await this.insert(
      directoryChanged,
      changed.map((value) => ({ id: uuid7(), value })),
    );
  }

  /**
   * Publishes the current state of channels, analyzers or plugin versions as their next version. The transaction must have
   * locked the rows before it read or changed what the state is made of.
   */
  async statesChanged(kind: VersionedKind, ids: string[]): Promise<void> {
    const { table, read } = versionedSources[kind];
    const replaced = await this.drawVersions(table, ids);
    await this.directoryChanged(await read(this.manager, ids));
    this.replacedStates.push(...replaced.map((row) => stateKey({ kind, ...row })));
  }

  /** Deletes a channel. Nothing decides about its id any more. @returns whether there was one */
  async deleteChannel({ datamart_id, id, type }: Pick<Channel, 'datamart_id' | 'id' | 'type'>): Promise<boolean> {
    const [deleted] = await this.manager.query<{ row_id: string; given_id: string | null; version: number | null }[]>(
      `with deleted as (
         delete from channels where datamart_id = $1 and public_id = $2 and type = $3 returning id, given_id, version)
       select id::text as row_id, given_id, version::float8 as version from deleted`,
      [datamart_id, id, type],
    );
    // Without a version nothing was ever published about it.
    if (deleted && deleted.version !== null)
      await this.stateDeleted({
        kind: 'channel',
        id: deleted.row_id,
        ...(deleted.given_id !== null && { given_id: deleted.given_id }),
        datamart_id,
        version: deleted.version,
        processings: [],
        analyzers: [],
      });
    return deleted !== undefined;
  }

  /** Deletes an analyzer, whose row the transaction has locked. */
  async deleteAnalyzer(id: string): Promise<void> {
    const [state] = await versionedSources.activity_analyzer.read(this.manager, [id]);
    await this.manager.query('delete from activity_analyzers where id = $1', [id]);
    if (state) await this.stateDeleted(state);
  }

  /** Deletes the worker of a plugin version, whose row the transaction has locked. @returns whether there was one */
  deleteWorker(plugin_version_id: string): Promise<boolean> {
    return this.delete('plugin_worker', 'plugin_version_id = $1', [plugin_version_id]);
  }

  private async delete(kind: CredentialKind, condition: string, values: string[]): Promise<boolean> {
    const deleted = await this.manager.query<RevokedRow[]>(
      `with deleted as (delete from ${credentialSources[kind].table} where ${condition} returning id, version)
       select id::text as id, version::float8 as version, nextval('access_versions')::float8 as next from deleted`,
      values,
    );
    await this.publishRevocations(kind, deleted);
    return deleted.length > 0;
  }

  /** @param last the state before */
  private async stateDeleted(last: VersionedState): Promise<void> {
    const [drawn] = await this.manager.query<{ next: number }[]>(`select nextval('access_versions')::float8 as next`);
    this.replacesPublished = true;
    // Not a tombstone: a late older state must stay older than the newest one that the topic holds.
    await this.directoryChanged([{ ...withoutEffect(last), version: drawn?.next ?? 0 }]);
    this.replacedStates.push(stateKey(last));
  }

  /** Gives rows their next versions. @returns those that they had */
  private async drawVersions(table: string, ids: string[]): Promise<ReplacedVersion[]> {
    const replaced = await this.manager.query<ReplacedVersion[]>(
      `with changed as (
         update ${table} set version = nextval('access_versions') where id = any($1::bigint[]) returning old.id, old.version)
       select id::text as id, version::float8 as version from changed where version is not null`,
      [ids],
    );
    this.replacesPublished ||= replaced.length > 0;
    return replaced;
  }

  private async publishRevocations(kind: CredentialKind, revoked: RevokedRow[]): Promise<void> {
    this.replacesPublished ||= revoked.length > 0;
    await this.publishVersions(
      revoked.map(({ next, ...row }): Revocation => ({ ...row, kind: 'revocation', credential: kind, version: next })),
      revoked.map((row) => keyOf(kind, row)),
    );
  }

  private async publishVersions(versions: CredentialChanged[], replacedKeys: string[]): Promise<void> {
    await this.insert(credentialChanged, [
      ...versions.map((value) => ({ id: uuid7(), value })),
      ...replacedKeys.map(toTombstone),
    ]);
  }

  private async insert<T>(topic: Topic<T>, messages: Outgoing<NoInfer<T>>[]): Promise<void> {
    await insertOutbox(this.manager, topic, messages);
    this.messageIds.push(...messages.map(({ id }) => id));
  }
}

const keyOf = (kind: CredentialKind, { id, version }: ReplacedVersion) => `${kind}/${id}/${version}`;

/** The message that removes a key from a compacted topic. */
export const toTombstone = (key: string) => ({ id: uuid7(), key, value: null });
