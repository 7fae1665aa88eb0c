import type { OrganisationUse } from '@tributary/contracts/shares/fair-slots';
import type { Metrics } from '../metrics/metrics.js';

/** Organisations that are exported of each resource. */
const heaviest = 10;

const totalOf = ({ held, waiting }: OrganisationUse) => held + waiting;

/** Exports which organisations use a resource most, so that an operator sees who takes it. */
export function exposeShares(
  metrics: Metrics,
  resource: string,
  read: () => OrganisationUse[] | Promise<OrganisationUse[]>,
): void {
  metrics.addGauge({
    name: 'tributary_shared_slots',
    help: 'Slots of a shared resource that an organisation holds, and requests of it that wait: the ten that have most',
    labelNames: ['resource', 'organisation', 'state'],
    read: async () =>
      (await read())
        .toSorted((one, other) => totalOf(other) - totalOf(one))
        .slice(0, heaviest)
        .flatMap(({ organisation_id: organisation, held, waiting }) => [
          { labels: { resource, organisation, state: 'held' }, value: held },
          { labels: { resource, organisation, state: 'waiting' }, value: waiting },
        ]),
  });
}
