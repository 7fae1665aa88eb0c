import type { Plugin } from '@tributary/client/generated/types.gen';
import { isPluginType } from './plugin-types.js';

/** The filters of the list, exact as those of the API. */
export interface PluginFilters {
  plugin_type?: Plugin['plugin_type'];
  group_id?: string;
  artifact_id?: string;
}

/** The filters of the address. Of `group_id=7` the router makes a number. */
export function readPluginFilters({ plugin_type, group_id, artifact_id }: Record<string, unknown>): PluginFilters {
  const group = text(group_id);
  const artifact = text(artifact_id);
  return {
    ...(isPluginType(plugin_type) && { plugin_type }),
    ...(group !== undefined && { group_id: group }),
    ...(artifact !== undefined && { artifact_id: artifact }),
  };
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
