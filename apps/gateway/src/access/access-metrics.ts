import { ApiError, type ErrorCode } from '@tributary/contracts/errors';
import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';
import type { CatchUpState } from './access.policy.js';
import type { CredentialsStore } from './credentials.store.js';

/** Error codes that count as refusals. */
const reasons: readonly ErrorCode[] = ['AUTHENTICATION_ERROR', 'TOKEN_ERROR', 'MAC_ERROR', 'AUTHORIZATION_ERROR'];

/** Known credentials and refused requests. */
export class AccessMetrics {
  private readonly refusals: Counter;

  constructor(metrics: Metrics, credentials: CredentialsStore, state: CatchUpState) {
    this.refusals = new Counter({
      name: 'tributary_gateway_refusals_total',
      help: 'Requests refused because the credential is missing or invalid, or the caller lacks the role',
      labelNames: ['reason'],
      registers: [metrics.registry],
    });
    for (const reason of reasons) this.refusals.inc({ reason }, 0);
    metrics.addGauge({
      name: 'tributary_gateway_credentials',
      help: 'Users, API tokens, signing keys, collect keys, sessions and workers of plugins known to this gateway',
      labelNames: ['kind'],
      read: () => Object.entries(credentials.sizes()).map(([kind, value]) => ({ labels: { kind }, value })),
    });
    metrics.addGauge({
      name: 'tributary_gateway_caught_up',
      help: '1 once the gateway has read all credentials published before it started; until then it answers 503',
      read: () => Number(state.hasCaughtUp()),
    });
  }

  /** Counts the error of an answer, if it is a refusal. */
  count(error: unknown): void {
    if (error instanceof ApiError && reasons.includes(error.code)) this.refusals.inc({ reason: error.code });
  }
}
