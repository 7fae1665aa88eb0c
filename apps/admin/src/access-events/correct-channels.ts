import { isDeepStrictEqual } from 'node:util';
import { stateKey, type ChannelState } from '@tributary/contracts/admin/access';
import type { EntityManager } from 'typeorm';
import { readChannels } from './access-state.js';
import { newestChannels, type PublishedAccess } from './published-access.js';

export interface ChannelCorrections {
  /** Channels that the database does not know, as deleted ones. */
  deletedChannels: ChannelState[];
  /** Keys of states that a newer one has replaced. */
  replacedStates: string[];
}

/**
 * Compares the published states of channels with the database, which decides: a channel whose published state is not that
 * of the database, or that the database does not know, gets a version above all published ones.
 */
export async function correctChannels(manager: EntityManager, published: PublishedAccess): Promise<ChannelCorrections> {
  const newest = newestChannels(published);
  const rows = await lockRows(manager, [...newest.keys()]);
  const outdated = [...newest.values()].filter((state) => rows.has(state.id) && !isCurrent(state, rows.get(state.id)));
  const nextVersion = `update channels set version = nextval('access_versions') where id = any($1::bigint[])`;
  await manager.query(nextVersion, [outdated.map(({ id }) => id)]);
  const unknown = [...newest.values()].filter(({ id, processings }) => !rows.has(id) && processings.length > 0);
  const deletedChannels = await asDeleted(manager, unknown);
  const current = await readChannels(manager, [...rows.keys()]);
  const kept = new Map([...newest.values(), ...deletedChannels, ...current].map((state) => [state.id, state]));
  return { deletedChannels, replacedStates: findReplacedStates(published, kept) };
}

/** The rows of channels by id, undefined for a channel that never had a selection. */
async function lockRows(manager: EntityManager, ids: string[]): Promise<Map<string, ChannelState | undefined>> {
  const locked = await manager.query<{ id: string }[]>(
    'select id from channels where id = any($1::bigint[]) order by id for no key update',
    [ids],
  );
  const states = new Map((await readChannels(manager, ids)).map((state) => [state.id, state]));
  return new Map(locked.map(({ id }) => [id, states.get(id)]));
}

/** A newer row will be published. */
const isCurrent = (state: ChannelState, row: ChannelState | undefined) =>
  row !== undefined && (row.version > state.version || isDeepStrictEqual(row, state));

async function asDeleted(manager: EntityManager, channels: ChannelState[]): Promise<ChannelState[]> {
  const versions = await manager.query<{ version: number }[]>(
    `select nextval('access_versions')::float8 as version from generate_series(1, $1)`,
    [channels.length],
  );
  return channels.map((channel, index) => ({ ...channel, version: versions[index]?.version ?? 0, processings: [] }));
}

function findReplacedStates({ directory }: PublishedAccess, kept: Map<string, ChannelState>): string[] {
  const keptKeys = new Set([...kept.values()].map(stateKey));
  const states = [...directory].filter(([, entry]) => entry?.kind === 'channel');
  return states.map(([key]) => key).filter((key) => !keptKeys.has(key));
}
