import type { PluginVersionState } from '@tributary/contracts/admin/access';
import { comparableEndpoint } from '@tributary/contracts/admin/plugins/throttling';

/**
 * The rate and the number of calls in progress that a throttling allows the calls that it counts together. At least one of
 * both is given.
 */
export interface Limit {
  throttling_id: string;
  /** The datamart or organisation whose calls are counted; '' if all are. */
  throttling_key: string;
  max_concurrency?: number | undefined;
  max_qps?: number | undefined;
}

export interface CallLimits {
  /** A call needs a permit of each. */
  limits: Limit[];
  timeoutMs: number;
}

/** The tenants of a call. */
interface Tenants {
  datamart_id: string;
  organisation_id: string;
}

interface Timeouts {
  /** Without a throttling that has one. */
  defaultTimeoutMs: number;
  /** The longest wait of an activity. */
  maxTimeoutMs: number;
}

/** The limits of calls of a plugin version to one endpoint. The smallest time-out counts. */
export function limitsOf(
  version: Pick<PluginVersionState, 'id' | 'max_qps' | 'throttlings'>,
  endpoint: string,
  tenants: Tenants,
  { defaultTimeoutMs, maxTimeoutMs }: Timeouts,
): CallLimits {
  const wanted = comparableEndpoint(endpoint);
  const applicable = version.throttlings.flatMap((throttling) => {
    const throttling_key = keyOf(throttling, tenants);
    return comparableEndpoint(throttling.plugin_endpoint) === wanted && throttling_key !== undefined
      ? [{ ...throttling, throttling_key }]
      : [];
  });
  const limits: Limit[] = applicable
    .filter(({ max_concurrency, max_qps }) => max_concurrency !== undefined || max_qps !== undefined)
    .map(({ id, throttling_key, max_concurrency, max_qps }) => ({
      throttling_id: id,
      throttling_key,
      max_concurrency,
      max_qps,
    }));
  if (version.max_qps !== undefined)
    limits.push({ throttling_id: `version/${version.id}`, throttling_key: '', max_qps: version.max_qps });
  const timeouts = applicable.flatMap(({ timeout_ms }) => timeout_ms ?? []);
  return { limits, timeoutMs: timeouts.length === 0 ? defaultTimeoutMs : Math.min(...timeouts, maxTimeoutMs) };
}

/** Undefined if the throttling is about another datamart or organisation. A version has one worker: CONTAINER means all. */
function keyOf(
  { scope, throttling_key }: PluginVersionState['throttlings'][number],
  { datamart_id, organisation_id }: Tenants,
): string | undefined {
  if (scope === 'GLOBAL' || scope === 'CONTAINER') return '';
  const tenant = scope === 'DATAMART' ? datamart_id : organisation_id;
  return throttling_key === undefined || throttling_key === tenant ? tenant : undefined;
}
