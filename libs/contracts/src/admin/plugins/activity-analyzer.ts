import { z } from 'zod';
import { recoveryStrategies } from '../../rules/resources/choices.js';
import { ListQuery } from '../../list-query.js';
import { EpochMs } from '../../values/epoch-ms.js';
import { IntegerId } from '../../values/integer-id.js';
import { Name } from '../../values/name.js';
import { nullAsAbsent } from '../../values/null-as-absent.js';
import { textOrInteger } from '../../values/text-or-integer.js';
import { jsonValue, PluginProperty } from './plugin.js';
import { checkPropertyValue } from './property-value.js';

/** The outcome of an activity on which an analyzer has failed. */
export const ErrorRecoveryStrategy = z.enum(recoveryStrategies, `must be one of ${recoveryStrategies.join(', ')}`);
export type ErrorRecoveryStrategy = z.infer<typeof ErrorRecoveryStrategy>;

/** An instance of a plugin version that changes the activities of channels. Administrators know it as a visit analyzer. */
export const ActivityAnalyzer = z.object({
  id: z.string(),
  organisation_id: z.string(),
  name: Name,
  version_id: z.string().describe('The `id` of its plugin version.'),
  version_value: z.string().describe('The `version_id` of its plugin version, like `1.0.0`.'),
  group_id: z.string().describe('That of its plugin.'),
  artifact_id: z.string().describe('That of its plugin.'),
  visit_analyzer_plugin_id: z.string().describe('The `id` of its plugin.'),
  error_recovery_strategy: ErrorRecoveryStrategy.describe('What happens to an activity on which it has failed.'),
});
export type ActivityAnalyzer = z.infer<typeof ActivityAnalyzer>;

/** The same for a worker: the SDK of plugins reads the id of the plugin as a number. */
export const AnalyzerForWorker = ActivityAnalyzer.extend({ visit_analyzer_plugin_id: z.number().int() });
export type AnalyzerForWorker = z.infer<typeof AnalyzerForWorker>;

/** The fields that follow from the version and the organisation. The body of a POST may repeat them, a PUT ignores them. */
const Derived = z.object({
  organisation_id: nullAsAbsent(textOrInteger()),
  version_value: nullAsAbsent(z.string()),
  group_id: nullAsAbsent(z.string()),
  artifact_id: nullAsAbsent(z.string()),
  visit_analyzer_plugin_id: nullAsAbsent(textOrInteger()),
});

/** Body of a PUT. */
export const ActivityAnalyzerUpdate = ActivityAnalyzer.pick({ name: true, error_recovery_strategy: true }).extend({
  version_id: textOrInteger(),
});
export type ActivityAnalyzerUpdate = z.infer<typeof ActivityAnalyzerUpdate>;

/** Body of a POST. */
export const ActivityAnalyzerInput = ActivityAnalyzerUpdate.extend(Derived.shape);
export type ActivityAnalyzerInput = z.infer<typeof ActivityAnalyzerInput>;

export const ActivityAnalyzerListQuery = ListQuery.extend({
  organisation_id: IntegerId.describe('The organisation of the analyzers.'),
});
export type ActivityAnalyzerListQuery = z.infer<typeof ActivityAnalyzerListQuery>;

/** Query of a POST. The body may name the organisation instead. */
export const NewActivityAnalyzerQuery = z.object({
  organisation_id: IntegerId.optional().describe('The organisation of the analyzer.'),
});
export type NewActivityAnalyzerQuery = z.infer<typeof NewActivityAnalyzerQuery>;

/** A property with the value that counts for an analyzer: its own one, or that of its version. */
export const AnalyzerProperty = PluginProperty.extend({
  origin: z
    .enum(['PLUGIN_STATIC', 'PLUGIN', 'INSTANCE'])
    .describe('`INSTANCE` if the analyzer has its own value, else the origin in its version.'),
});
export type AnalyzerProperty = z.infer<typeof AnalyzerProperty>;

/** The most bytes of the value of a property, as JSON text. */
const maxValueBytes = 64 * 1024;

/** Body of a PUT of one property. */
export const AnalyzerPropertyInput = z
  .object({
    property_type: Name.describe('As in the version.'),
    value: jsonValue.refine(
      (value) => Buffer.byteLength(JSON.stringify(value ?? null)) <= maxValueBytes,
      `must not exceed ${maxValueBytes} bytes`,
    ),
  })
  .superRefine(checkPropertyValue);
export type AnalyzerPropertyInput = z.infer<typeof AnalyzerPropertyInput>;

/** A file that the worker of an analyzer reads. The answer to a PUT; a GET answers the bytes. */
export const ConfigurationFile = z.object({
  technical_name: Name,
  content_type: z.string().describe('As sent, `application/octet-stream` by default.'),
  size: z.number().int().describe('Bytes.'),
  last_modified_ts: EpochMs,
});
export type ConfigurationFile = z.infer<typeof ConfigurationFile>;
