import { PersonIcon } from '@radix-ui/react-icons';
import { useQuery } from '@tanstack/react-query';
import {
  labelOf,
  selectorOfIdentifier,
  type ActivityIdentifier,
} from '@tributary/client/activities/activity-identifiers';
import { ButtonLink } from '../components/links.js';
import { useDatamart } from '../shell/use-datamart.js';

/** The selector of an e-mail address needs its hash, which the browser computes apart. */
const selectorOptions = (identifier: ActivityIdentifier) => ({
  queryKey: ['selector', identifier.kind, labelOf(identifier)],
  queryFn: () => selectorOfIdentifier(identifier),
  staleTime: Infinity,
});

export function PersonLink({ identifier }: { identifier: ActivityIdentifier }) {
  const { datamart_id } = useDatamart();
  const { data: selector } = useQuery(selectorOptions(identifier));
  if (selector === undefined) return null;
  return (
    <ButtonLink
      to="/d/$datamart_id/people/$selector"
      params={{ datamart_id, selector }}
      size="xs"
      variant="default"
      leftSection={<PersonIcon />}
    >
      Open the person
    </ButtonLink>
  );
}
