import { ActivityLogIcon } from '@radix-ui/react-icons';
import { ButtonLink } from '../components/links.js';
import { useDatamart } from '../shell/use-datamart.js';

/** Leads to the steps of an activity. */
export function TraceLink({ activity_id }: { activity_id: string }) {
  const { datamart_id } = useDatamart();
  return (
    <ButtonLink
      to="/d/$datamart_id/activities/$activity_id"
      params={{ datamart_id, activity_id }}
      size="xs"
      variant="default"
      leftSection={<ActivityLogIcon />}
    >
      What became of it
    </ButtonLink>
  );
}
