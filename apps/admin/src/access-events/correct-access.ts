import { isDeepStrictEqual } from 'node:util';
import {
  credentialName,
  type Credential,
  type CredentialChanged,
  type CredentialKind,
  isVersioned,
  type Revocation,
} from '@tributary/contracts/admin/access';
import { dayMs } from '@tributary/contracts/rules/time-units';
import type { EntityManager } from 'typeorm';
import { credentialSources, directorySources } from './access-state.js';
import { correctStates, type StateCorrections } from './correct-states.js';
import { kindOf, largestIds, newestVersions, type LargestIds, type PublishedAccess } from './published-access.js';

/** The messages that must be published, besides all rows, so that the topics say what the database says. */
export interface Corrections extends StateCorrections {
  /** Revocations of credentials that the database does not know. */
  revocations: Revocation[];
  /** Keys of credentials without use: a newer version is published, or every version has expired. */
  replacedKeys: string[];
  /** Keys of organisations and datamarts that the database does not know, and of entries that no app can read. */
  unknownEntries: string[];
}

/**
 * Compares the topics with the database. A database that was restored from a dump is older than the topics, and decides: its
 * rows get versions above all published ones, and it never gives out a published id again. Only a revocation is final: a
 * token or key that was revoked after the dump is deleted.
 */
export async function correctAccess(manager: EntityManager, published: PublishedAccess): Promise<Corrections> {
  await moveSequences(manager, largestIds(published));
  const newest = newestVersions(published);
  await reserveKeyIds(manager, newest);
  const revocations: Revocation[] = [];
  for (const kind of Object.keys(credentialSources) as CredentialKind[]) {
    const ofKind = [...newest.values()].filter((changed) => kindOf(changed) === kind);
    const unknown = await correctKind(manager, kind, ofKind);
    for (const revocation of await revocationsOf(manager, unknown)) {
      revocations.push(revocation);
      newest.set(credentialName(revocation), revocation);
    }
  }
  const replacedKeys = await findReplacedKeys(manager, published, newest);
  const unknownEntries = await findUnknownEntries(manager, published);
  return { revocations, replacedKeys, unknownEntries, ...(await correctStates(manager, published)) };
}

async function moveSequences(manager: EntityManager, { version, tables }: LargestIds): Promise<void> {
  const move = (sequence: string, least: number) =>
    manager.query(
      'select setval($1::regclass, $2) where coalesce(pg_sequence_last_value($1::regclass), 0) < $2::bigint',
      [sequence, least],
    );
  await move('access_versions', version);
  for (const [table, id] of Object.entries(tables)) {
    const [found] = await manager.query<{ name: string }[]>(`select pg_get_serial_sequence($1, 'id') as name`, [table]);
    if (found) await move(found.name, id);
  }
}

/** A key id is never given out twice, and the database may have lost some. */
async function reserveKeyIds(manager: EntityManager, newest: Map<string, CredentialChanged>): Promise<void> {
  const keyIds = [...newest.values()].flatMap((changed) =>
    'key_id' in changed && changed.key_id !== undefined ? [changed.key_id] : [],
  );
  await manager.query('insert into key_ids select unnest($1::text[]) on conflict do nothing', [keyIds]);
}

/** Corrects the rows of published credentials. @returns those without a row that a gateway could still accept */
async function correctKind(
  manager: EntityManager,
  kind: CredentialKind,
  newest: CredentialChanged[],
): Promise<Credential[]> {
  const { table, read } = credentialSources[kind];
  const ids = newest.map(({ id }) => id);
  const rows = new Map((await read(manager, ids)).map((row) => [row.id, row]));
  const isRevoked = (changed: CredentialChanged) => changed.kind === 'revocation' && kind !== 'user';
  const isOutdated = (changed: CredentialChanged) => {
    const row = rows.get(changed.id);
    return row !== undefined && changed.version >= row.version && !isDeepStrictEqual(changed, row);
  };
  const outdated = newest.filter((changed) => isOutdated(changed) && !isRevoked(changed)).map(({ id }) => id);
  const nextVersion = `update ${table} set version = nextval('access_versions') where id = any($1::bigint[])`;
  await manager.query(nextVersion, [outdated]);
  const revoked = newest.filter(isRevoked).map(({ id }) => id);
  await manager.query(`delete from ${table} where id = any($1::bigint[])`, [revoked]);
  return newest.filter((changed): changed is Credential => changed.kind !== 'revocation' && !rows.has(changed.id));
}

async function revocationsOf(manager: EntityManager, unknown: Credential[]): Promise<Revocation[]> {
  const versions = await manager.query<{ version: number }[]>(
    `select nextval('access_versions')::float8 as version from generate_series(1, $1)`,
    [unknown.length],
  );
  return unknown.map((credential, index) => ({
    kind: 'revocation',
    credential: credential.kind,
    id: credential.id,
    version: versions[index]?.version ?? 0,
    ...('expiration_date' in credential && { expiration_date: credential.expiration_date }),
    ...('key_id' in credential && { key_id: credential.key_id }),
  }));
}

async function findReplacedKeys(
  manager: EntityManager,
  { credentials }: PublishedAccess,
  newest: Map<string, CredentialChanged>,
): Promise<string[]> {
  const current = new Map(newest);
  for (const [kind, { read }] of Object.entries(credentialSources)) {
    const ids = [...newest.values()].filter((changed) => kindOf(changed) === kind).map(({ id }) => id);
    for (const row of await read(manager, ids)) current.set(credentialName(row), row);
  }
  const hasExpired = (changed: CredentialChanged) =>
    changed.kind === 'revocation' && (changed.expiration_date ?? Infinity) < Date.now() - dayMs;
  const isReplaced = (changed: CredentialChanged | undefined) =>
    !changed || (current.get(credentialName(changed))?.version ?? 0) > changed.version || hasExpired(changed);
  return [...credentials].filter(([, changed]) => isReplaced(changed)).map(([key]) => key);
}

async function findUnknownEntries(manager: EntityManager, { directory }: PublishedAccess): Promise<string[]> {
  const entries = [...directory].filter(([, entry]) => !entry || !isVersioned(entry));
  const known = new Set<string>();
  for (const kind of ['organisation', 'datamart'] as const) {
    const ids = entries.flatMap(([, entry]) => (entry?.kind === kind ? [entry.id] : []));
    for (const { id } of await directorySources[kind].read(manager, ids)) known.add(`${kind}/${id}`);
  }
  return entries.map(([key]) => key).filter((key) => !known.has(key));
}
