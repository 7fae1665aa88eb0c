import type { Caller } from '@tributary/contracts/admin/access';
import { FairSlots, type NoSlot, type Slot } from '@tributary/contracts/shares/fair-slots';
import { exposeShares } from '@tributary/runtime/isolation/share-metrics';
import type { Metrics } from '@tributary/runtime/metrics/metrics';
import { DirectoryStore } from '@tributary/security/directory.store';

/** Messages of agents that this gateway answers at the same time. One may call the API five times at once. */
const limits = { held: 32, waiting: 64, byOrganisation: true, shares: [{ held: 8, waiting: 16 }] };

/** Shares the work for agents among organisations. */
export class AgentSlots {
  private readonly slots = new FairSlots(limits);

  constructor(
    private readonly directory: DirectoryStore,
    metrics: Metrics,
  ) {
    exposeShares(metrics, 'agents', () => this.slots.organisations());
  }

  /** By the organisation of the datamart, or of the user if the request names none. */
  take(caller: Caller | undefined, datamart_id: string | undefined, signal: AbortSignal): Promise<Slot | NoSlot> {
    const named = datamart_id === undefined ? undefined : this.directory.organisationOf(datamart_id);
    const organisation_id = named ?? caller?.organisation_id ?? `user/${caller?.user_id}`;
    return this.slots.take([organisation_id], 1, signal);
  }
}
