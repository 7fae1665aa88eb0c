import { ApiError, type ErrorCode } from '@tributary/contracts/errors';
import type { Metrics } from '@tributary/runtime/metrics';
import { Counter } from 'prom-client';
import type { CatchUpState } from './access.policy.js';
import type { CredentialsStore } from './credentials.store.js';

/** Why a request may be turned away at the door. */
const reasons: readonly ErrorCode[] = ['AUTHENTICATION_ERROR', 'TOKEN_ERROR', 'MAC_ERROR', 'AUTHORIZATION_ERROR'];

/** What a gateway knows of credentials, and whom it turns away. */
export class AccessMetrics {
  private readonly refusals: Counter;

  constructor(metrics: Metrics, credentials: CredentialsStore, state: CatchUpState) {
    this.refusals = new Counter({
      name: 'tributary_gateway_refusals_total',
      help: 'Requests turned away for want of a valid credential, or of the right it takes',
      labelNames: ['reason'],
      registers: [metrics.registry],
    });
    for (const reason of reasons) this.refusals.inc({ reason }, 0);
    metrics.addGauge({
      name: 'tributary_gateway_credentials',
      help: 'Users, API tokens and signing keys known to this gateway',
      labelNames: ['kind'],
      read: () => Object.entries(credentials.sizes()).map(([kind, value]) => ({ labels: { kind }, value })),
    });
    metrics.addGauge({
      name: 'tributary_gateway_caught_up',
      help: '1 once the gateway has heard of all credentials that there were when it started; before, it lets nobody in',
      read: () => Number(state.hasCaughtUp()),
    });
  }

  /** Counts an error with which a request is answered, if it is a refusal. */
  count(error: unknown): void {
    if (error instanceof ApiError && reasons.includes(error.code)) this.refusals.inc({ reason: error.code });
  }
}
