import type { VersionedState } from '@tributary/contracts/admin/access';
import { directorySources, type StateSource } from './access-state.js';

export type VersionedKind = VersionedState['kind'];

/** The tables whose rows are published with versions. They are locked in this order. */
export const versionedSources: Record<VersionedKind, StateSource<VersionedState>> = {
  plugin_version: directorySources.plugin_version,
  activity_analyzer: directorySources.activity_analyzer,
  channel: directorySources.channel,
};

/** The state of what admin has deleted: nothing happens because of it any more. */
export function withoutEffect(state: VersionedState): VersionedState {
  switch (state.kind) {
    case 'channel': {
      const { leaves_out_bots: _none, ...rest } = state;
      return { ...rest, processings: [], analyzers: [] };
    }
    case 'activity_analyzer':
      return { ...state, is_deleted: true };
    case 'plugin_version': {
      const { kind, id, version } = state;
      return { kind, id, version, archived: true, throttlings: [] };
    }
  }
}
