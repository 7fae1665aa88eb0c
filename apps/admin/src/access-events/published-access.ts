import {
  credentialName,
  type CredentialChanged,
  type CredentialKind,
  type DirectoryChanged,
  isVersioned,
  type VersionedState,
} from '@tributary/contracts/admin/access';
import { credentialSources, directorySources } from './access-state.js';
import type { VersionedKind } from './versioned-states.js';

/** The content of the topics of credentials and the directory, by key. A record that no app can read is undefined. */
export interface PublishedAccess {
  credentials: Map<string, CredentialChanged | undefined>;
  directory: Map<string, DirectoryChanged | undefined>;
}

/** The newest published version of each credential, by `credentialName`. */
export function newestVersions({ credentials }: PublishedAccess): Map<string, CredentialChanged> {
  const newest = new Map<string, CredentialChanged>();
  for (const changed of credentials.values()) {
    if (!changed) continue;
    const name = credentialName(changed);
    if ((newest.get(name)?.version ?? 0) < changed.version) newest.set(name, changed);
  }
  return newest;
}

/** The newest published state of each channel, analyzer or plugin version, by its id. */
export function newestStates({ directory }: PublishedAccess, kind: VersionedKind): Map<string, VersionedState> {
  const newest = new Map<string, VersionedState>();
  for (const entry of directory.values()) {
    if (!entry || !isVersioned(entry) || entry.kind !== kind) continue;
    if ((newest.get(entry.id)?.version ?? 0) < entry.version) newest.set(entry.id, entry);
  }
  return newest;
}

export const kindOf = (changed: CredentialChanged): CredentialKind =>
  changed.kind === 'revocation' ? changed.credential : changed.kind;

/** The largest published value of each sequence, by the table whose ids it gives out. */
export interface LargestIds {
  version: number;
  tables: Record<string, number>;
}

/** The largest ids and the largest version that were ever published. */
export function largestIds({ credentials, directory }: PublishedAccess): LargestIds {
  const largest: LargestIds = { version: 0, tables: {} };
  const see = (table: string, id: string) => (largest.tables[table] = Math.max(largest.tables[table] ?? 0, Number(id)));
  for (const changed of credentials.values()) {
    if (!changed) continue;
    largest.version = Math.max(largest.version, changed.version);
    see(credentialSources[kindOf(changed)].table, changed.id);
    if ('user_id' in changed) see('users', changed.user_id);
    if ('plugin_version_id' in changed) see('plugin_versions', changed.plugin_version_id);
    if ('datamart_id' in changed) see('datamarts', changed.datamart_id);
  }
  for (const entry of directory.values()) {
    if (!entry) continue;
    if (isVersioned(entry)) largest.version = Math.max(largest.version, entry.version);
    see(directorySources[entry.kind].table, entry.id);
    for (const [table, id] of idsIn(entry)) see(table, id);
  }
  return largest;
}

/** The ids that an entry refers to, with their tables. */
function idsIn(entry: DirectoryChanged): [table: string, id: string][] {
  switch (entry.kind) {
    case 'organisation':
      return [['communities', entry.community_id]];
    case 'datamart':
      return [['organisations', entry.organisation_id]];
    case 'activity_analyzer':
      return [['plugin_versions', entry.plugin_version_id]];
    case 'plugin_version':
      return entry.throttlings.map(({ id }) => ['throttlings', id]);
    case 'channel':
      return [
        ['datamarts', entry.datamart_id],
        // Choices of people are about these ids.
        ...entry.processings.map(({ processing_id }): [string, string] => ['processings', processing_id]),
        ...entry.analyzers.map((id): [string, string] => ['activity_analyzers', id]),
      ];
  }
}
