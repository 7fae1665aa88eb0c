import { z } from 'zod';
import { listOf } from '../../values/list-of.js';
import { SearchText } from '../../values/keywords.js';
import { Name } from '../../values/name.js';
import { nullAsAbsent, orDefault } from '../../values/null-as-absent.js';
import { TenantId } from '../../values/integer-id.js';
import { TenantListQuery } from '../../tenant-list-query.js';
import { checkPropertyValue } from './property-value.js';

const pluginTypes = [
  'ACTIVITY_ANALYZER',
  'AD_LAYOUT',
  'AD_RENDERER',
  'ATTRIBUTION_PROCESSOR',
  'AUDIENCE_SEGMENT_EXTERNAL_FEED',
  'AUDIENCE_SEGMENT_TAG_FEED',
  'BID_OPTIMIZER',
  'CUSTOM_ACTION',
  'DISPLAY_CAMPAIGN_EDITOR',
  'EMAIL_CAMPAIGN_EDITOR',
  'EMAIL_RENDERER',
  'EMAIL_ROUTER',
  'INTEGRATION_BATCH',
  'ML_FUNCTION',
  'PREDICTION_GENERATOR',
  'RECOMMENDER',
] as const;

export const PluginType = z.enum(pluginTypes, `must be one of ${pluginTypes.join(', ')}`);
export type PluginType = z.infer<typeof PluginType>;

/** Code that the platform calls. Group and artifact identify it in its organisation. */
export const Plugin = z.object({
  id: z.string(),
  organisation_id: TenantId,
  plugin_type: PluginType,
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
export const PluginUpdate = PluginInput.omit({ organisation_id: true }).extend({
  current_version_id: z
    .string()
    .regex(/^[1-9]\d{0,17}$/, 'must be the id of a version')
    .nullish()
    .describe('`id` of the version in use. Default: the newest one that is not archived.'),
});
export type PluginUpdate = z.infer<typeof PluginUpdate>;

export const PluginListQuery = TenantListQuery.extend({
  plugin_type: PluginType.optional().describe('Only plugins of this type.'),
  group_id: SearchText.optional().describe('Only plugins of this group.'),
  artifact_id: SearchText.optional().describe('Only plugins with this artifact.'),
});
export type PluginListQuery = z.infer<typeof PluginListQuery>;

/** A value that must be there. Null is one. */
export const jsonValue = z.unknown().refine((value) => value !== undefined, 'is required');

/** The text that people read in place of the value of a secret property. Written back, it changes nothing. */
export const hiddenValue = { value: '****' } as const;

/** A setting of a version. */
export const PluginProperty = z.object({
  technical_name: Name.describe('Unique in its version.'),
  property_type: Name.describe('`STRING`, `INT`, `BOOLEAN` …'),
  value: jsonValue.describe('Any JSON value, as the type requires. `{"value":"****"}` if it is secret.'),
  origin: z
    .enum(['PLUGIN_STATIC', 'PLUGIN'], 'must be PLUGIN_STATIC or PLUGIN')
    .describe('Whether the value is the same for all versions, or belongs to this one.'),
  writable: z.boolean(),
  deletable: z.boolean(),
  secret: z
    .literal(true)
    .optional()
    .describe('The value is encrypted, and only the worker can read it. Absent if it is not secret.'),
});
export type PluginProperty = z.infer<typeof PluginProperty>;

/** The value of a secret property. */
export const SecretValue = z.object({ value: z.string('must be a text') }, 'must be an object with a text as value');
export type SecretValue = z.infer<typeof SecretValue>;

const PluginPropertyInput = PluginProperty.extend({
  origin: orDefault(PluginProperty.shape.origin, 'PLUGIN'),
  writable: orDefault(z.boolean(), true),
  deletable: orDefault(z.boolean(), true),
  secret: z
    .boolean()
    .nullish()
    .transform((given): true | undefined => given || undefined)
    .describe('Encrypts the value. Only the worker can read it, people read `****`. Only for `STRING`.'),
}).superRefine(({ property_type, value, secret }, context) => {
  // Null leaves the value to the analyzers.
  if (value !== null) checkPropertyValue({ property_type, value }, context);
  if (!secret) return;
  if (property_type !== 'STRING')
    return context.addIssue({ code: 'custom', path: ['secret'], message: 'only a property of the type STRING can be' });
  for (const { path, message } of SecretValue.safeParse(value).error?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['value', ...path], message });
});

/** Limit of the properties of a version, as JSON text: lists hold up to 500 versions. */
const maxPropertiesBytes = 64 * 1024;

const PluginProperties = listOf(PluginPropertyInput).superRefine((properties, context) => {
  if (Buffer.byteLength(JSON.stringify(properties)) > maxPropertiesBytes)
    return context.addIssue({ code: 'custom', message: `must not exceed ${maxPropertiesBytes} bytes` });
  const names = new Set<string>();
  for (const [index, { technical_name }] of properties.entries()) {
    if (names.has(technical_name))
      return context.addIssue({ code: 'custom', path: [index, 'technical_name'], message: 'occurs twice' });
    names.add(technical_name);
  }
});

export const PluginVersion = z.object({
  id: z.string(),
  plugin_id: z.string(),
  version_id: Name.describe('Name of the version, like `1.0.0`; unique in its plugin.'),
  archived: z.boolean(),
  max_qps: z.number().positive().optional().describe('The most calls per second, to all endpoints together.'),
  plugin_properties: z.array(PluginProperty).optional(),
});
export type PluginVersion = z.infer<typeof PluginVersion>;

export const PluginVersionInput = PluginVersion.pick({ version_id: true }).extend({
  archived: orDefault(z.boolean(), false),
  max_qps: nullAsAbsent(PluginVersion.shape.max_qps),
  plugin_properties: nullAsAbsent(PluginProperties).describe('Default: none; in a PUT, those that the version has.'),
});
export type PluginVersionInput = z.infer<typeof PluginVersionInput>;
