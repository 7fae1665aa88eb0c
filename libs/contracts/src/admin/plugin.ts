import { z } from 'zod';
import { Name } from '../values/name.js';
import { TenantId } from '../values/tenant-id.js';

/** Code that the platform calls. Group and artifact identify it in its organisation. */
export const Plugin = z.object({
  id: z.string(),
  organisation_id: TenantId,
  plugin_type: Name,
  group_id: Name,
  artifact_id: Name,
  current_version_id: z
    .string()
    .optional()
    .describe('`id` of the version in use; absent when all versions are archived.'),
});
export type Plugin = z.infer<typeof Plugin>;

export const PluginInput = Plugin.pick({ organisation_id: true, plugin_type: true, group_id: true, artifact_id: true });
export type PluginInput = z.infer<typeof PluginInput>;

/**
 * The organisation cannot change: an id in the body must be one that the caller may use, and has no effect. Without
 * `current_version_id` the newest version that is not archived becomes current.
 */
export const PluginUpdate = PluginInput.partial({ organisation_id: true }).extend({
  current_version_id: z
    .string()
    .regex(/^[1-9]\d{0,17}$/, 'must be the id of a version')
    .nullish()
    .describe('`id` of the version in use. Default: the newest one that is not archived.'),
});
export type PluginUpdate = z.infer<typeof PluginUpdate>;

export const PluginVersion = z.object({
  id: z.string(),
  plugin_id: z.string(),
  version_id: Name.describe('Name of the version, like `1.0.0`; unique in its plugin.'),
  archived: z.boolean(),
});
export type PluginVersion = z.infer<typeof PluginVersion>;

export const PluginVersionInput = PluginVersion.pick({ version_id: true }).extend({
  archived: z
    .boolean()
    .nullish()
    .transform((archived) => archived ?? false),
});
export type PluginVersionInput = z.infer<typeof PluginVersionInput>;
