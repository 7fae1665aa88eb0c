import { z } from 'zod';
import { throttlingScopes } from '../../rules/resources/choices.js';
import { Name } from '../../values/name.js';
import { nullAsAbsent } from '../../values/null-as-absent.js';

/** The largest limit of calls or milliseconds. */
const maxInt32 = 2_147_483_647;

export const ThrottlingScope = z.enum(throttlingScopes, `must be one of ${throttlingScopes.join(', ')}`);
export type ThrottlingScope = z.infer<typeof ThrottlingScope>;

const integer = z.int().min(1).max(maxInt32);

/** An endpoint as throttlings are compared: people write it with and without the version, and with slashes around it. */
export function comparableEndpoint(endpoint: string): string {
  const parts = endpoint.split('/').filter((part) => part !== '');
  return parts.slice(parts[0] === 'v1' ? 1 : 0).join('/');
}

/** The only endpoint of an ACTIVITY_ANALYZER that is called. */
export const analysisEndpoint = '/v1/activity_analysis';

/** Limits of the calls to one endpoint of a plugin version. */
export const Throttling = z.object({
  id: z.string(),
  plugin_version_id: z.string().describe('`id` of the version, as in the path.'),
  scope: ThrottlingScope,
  plugin_endpoint: Name.describe('The route of the plugin.'),
  throttling_key: Name.optional().describe(
    'The datamart or organisation that is limited. Without it, each of them is limited by itself. With other scopes it has no effect.',
  ),
  max_concurrency: integer.optional().describe('The most calls at the same time.'),
  max_qps: z.number().positive().optional().describe('The most calls per second; 0.5 is one call every two seconds.'),
  timeout_ms: integer.optional().describe('Milliseconds after which a call is aborted.'),
});
export type Throttling = z.infer<typeof Throttling>;

const { scope, plugin_endpoint, throttling_key, max_concurrency, max_qps, timeout_ms } = Throttling.shape;

/** Body of a PUT. Each limit is optional: a throttling without any limits nothing. */
export const ThrottlingInput = z
  .object({
    scope,
    plugin_endpoint,
    throttling_key: nullAsAbsent(throttling_key),
    max_concurrency: nullAsAbsent(max_concurrency),
    max_qps: nullAsAbsent(max_qps),
    timeout_ms: nullAsAbsent(timeout_ms),
  })
  .superRefine(({ scope, throttling_key: key }, context) => {
    if (key === undefined || !namesTenant(scope) || /^-?\d+$/.test(key)) return;
    context.addIssue({
      code: 'custom',
      path: ['throttling_key'],
      message: `must be the id of the ${scope.toLowerCase()}`,
    });
  });
export type ThrottlingInput = z.infer<typeof ThrottlingInput>;

/** Body of a POST, which repeats the version of the path. */
export const NewThrottling = ThrottlingInput.safeExtend({ plugin_version_id: z.string() });
export type NewThrottling = z.infer<typeof NewThrottling>;

/** Whether the key is the id of a datamart or organisation. */
const namesTenant = (scope: ThrottlingScope) => scope === 'DATAMART' || scope === 'ORGANISATION';
