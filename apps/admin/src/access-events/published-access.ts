import {
  credentialName,
  type ChannelState,
  type CredentialChanged,
  type CredentialKind,
  type DirectoryChanged,
} from '@tributary/contracts/admin/access';
import { credentialSources } from './access-state.js';

/** What the topics of credentials and the directory hold, by key. Undefined is what no app can read. */
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

/** The newest published state of each channel, by its id. */
export function newestChannels({ directory }: PublishedAccess): Map<string, ChannelState> {
  const newest = new Map<string, ChannelState>();
  for (const entry of directory.values()) {
    if (entry?.kind !== 'channel') continue;
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
  const tables: Record<string, number> = {};
  let version = 0;
  const see = (table: string, id: string) => (tables[table] = Math.max(tables[table] ?? 0, Number(id)));
  for (const changed of credentials.values()) {
    if (!changed) continue;
    version = Math.max(version, changed.version);
    see(credentialSources[kindOf(changed)].table, changed.id);
    if ('user_id' in changed) see('users', changed.user_id);
  }
  for (const entry of directory.values()) {
    if (!entry) continue;
    switch (entry.kind) {
      case 'organisation':
        see('communities', entry.community_id);
        see('organisations', entry.id);
        break;
      case 'datamart':
        see('organisations', entry.organisation_id);
        see('datamarts', entry.id);
        break;
      case 'channel':
        version = Math.max(version, entry.version);
        see('datamarts', entry.datamart_id);
        see('channels', entry.id);
        // Choices of people are about these ids.
        for (const { processing_id } of entry.processings) see('processings', processing_id);
    }
  }
  return { version, tables };
}
