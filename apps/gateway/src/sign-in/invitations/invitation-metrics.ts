import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { Counter } from 'prom-client';

/** `TOKEN`: it has made one; `SIGN_IN`: its person goes on to the provider; `REFUSED`: wrong, used, revoked or expired. */
const outcomes = ['TOKEN', 'SIGN_IN', 'REFUSED', 'LIMITED'] as const;
type InvitationOutcome = (typeof outcomes)[number];

/** Links of invitations that people have opened at this gateway. */
export class InvitationMetrics {
  private readonly opened: Counter;

  constructor(metrics: Metrics) {
    this.opened = new Counter({
      name: 'tributary_gateway_invitations_opened_total',
      help: 'Links of invitations that were opened, by outcome',
      labelNames: ['outcome'],
      registers: [metrics.registry],
    });
    for (const outcome of outcomes) this.opened.inc({ outcome: outcome.toLowerCase() }, 0);
  }

  count(outcome: InvitationOutcome): void {
    this.opened.inc({ outcome: outcome.toLowerCase() });
  }
}
