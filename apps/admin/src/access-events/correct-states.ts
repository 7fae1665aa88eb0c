import { isDeepStrictEqual } from 'node:util';
import { isVersioned, stateKey, type VersionedState } from '@tributary/contracts/admin/access';
import type { EntityManager } from 'typeorm';
import { newestStates, type PublishedAccess } from './published-access.js';
import { versionedSources, withoutEffect, type VersionedKind } from './versioned-states.js';

export interface StateCorrections {
  /** Channels, analyzers and plugin versions that the database does not know, as deleted ones. */
  deletedStates: VersionedState[];
  /** Keys of states that a newer one has replaced. */
  replacedStates: string[];
}

/**
 * Compares the published states of channels, analyzers and plugin versions with the database, which decides: a row whose
 * published state is not that of the database, or an id that the database does not know, gets a version above all published
 * ones.
 */
export async function correctStates(manager: EntityManager, published: PublishedAccess): Promise<StateCorrections> {
  const deletedStates: VersionedState[] = [];
  const keptKeys = new Set<string>();
  for (const kind of Object.keys(versionedSources) as VersionedKind[]) {
    const newest = newestStates(published, kind);
    const { deleted, current } = await correctKind(manager, kind, newest);
    deletedStates.push(...deleted);
    const kept = new Map([...newest.values(), ...deleted, ...current].map((state) => [state.id, state]));
    for (const state of kept.values()) keptKeys.add(stateKey(state));
  }
  return { deletedStates, replacedStates: findReplacedStates(published, keptKeys) };
}

async function correctKind(manager: EntityManager, kind: VersionedKind, newest: Map<string, VersionedState>) {
  const { table, read } = versionedSources[kind];
  const rows = await lockRows(manager, kind, [...newest.keys()]);
  const outdated = [...newest.values()].filter((state) => rows.has(state.id) && !isCurrent(state, rows.get(state.id)));
  const nextVersion = `update ${table} set version = nextval('access_versions') where id = any($1::bigint[])`;
  await manager.query(nextVersion, [outdated.map(({ id }) => id)]);
  const unknown = [...newest.values()].filter(
    (state) => !rows.has(state.id) && !isDeepStrictEqual(state, withoutEffect(state)),
  );
  return { deleted: await asDeleted(manager, unknown), current: await read(manager, [...rows.keys()]) };
}

/** The rows by id, undefined for one about which nothing was published. */
async function lockRows(
  manager: EntityManager,
  kind: VersionedKind,
  ids: string[],
): Promise<Map<string, VersionedState | undefined>> {
  const { table, read } = versionedSources[kind];
  const locked = await manager.query<{ id: string }[]>(
    `select id from ${table} where id = any($1::bigint[]) order by id for no key update`,
    [ids],
  );
  const states = new Map((await read(manager, ids)).map((state) => [state.id, state]));
  return new Map(locked.map(({ id }) => [id, states.get(id)]));
}

/** A newer row will be published. */
const isCurrent = (state: VersionedState, row: VersionedState | undefined) =>
  row !== undefined && (row.version > state.version || isDeepStrictEqual(row, state));

async function asDeleted(manager: EntityManager, states: VersionedState[]): Promise<VersionedState[]> {
  const versions = await manager.query<{ version: number }[]>(
    `select nextval('access_versions')::float8 as version from generate_series(1, $1)`,
    [states.length],
  );
  return states.map((state, index) => ({ ...withoutEffect(state), version: versions[index]?.version ?? 0 }));
}

function findReplacedStates({ directory }: PublishedAccess, keptKeys: ReadonlySet<string>): string[] {
  const states = [...directory].filter(([, entry]) => entry && isVersioned(entry));
  return states.map(([key]) => key).filter((key) => !keptKeys.has(key));
}
