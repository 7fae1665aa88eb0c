import { takesKey, type Scope } from './scope-meaning.js';

/** The value of a number field, empty while nothing is typed in. */
type Typed = number | string;

export interface ThrottlingFields {
  scope: Scope;
  plugin_endpoint: string;
  throttling_key: string;
  max_qps: Typed;
  max_concurrency: Typed;
  timeout_ms: Typed;
}

/** Absent limits limit nothing, and a key without effect is left out. */
export function bodyOfThrottling({ scope, plugin_endpoint, throttling_key, ...limits }: ThrottlingFields) {
  const limit = (value: Typed) => (value === '' ? undefined : Number(value));
  return {
    scope,
    plugin_endpoint: plugin_endpoint.trim(),
    throttling_key: takesKey(scope) && throttling_key.trim() !== '' ? throttling_key.trim() : undefined,
    max_qps: limit(limits.max_qps),
    max_concurrency: limit(limits.max_concurrency),
    timeout_ms: limit(limits.timeout_ms),
  };
}
