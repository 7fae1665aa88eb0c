import { Progress } from '@mantine/core';
import { ConfirmDialog } from '../components/confirm-dialog.js';
import { useDatamart } from '../shell/use-datamart.js';
import { removeDemo } from './remove-demo.js';
import { useDemoChange } from './use-demo-change.js';

export function RemoveDemo({ onClose }: { onClose: () => void }) {
  const { datamart_id, organisation_id } = useDatamart();
  const removal = useDemoChange((following) => removeDemo({ datamart_id, organisation_id }, following), onClose);
  return (
    <ConfirmDialog
      title="Remove the demo data"
      onClose={onClose}
      onConfirm={() => removal.mutate()}
      confirm="Remove"
      isPending={removal.isPending}
      isStoppable
      failure={removal.error}
    >
      The invented people are erased with all that is stored of them, and the two segments, the two dashboards and the
      imports of the demo data are deleted. Nothing else is. It can be loaded again.
      {removal.isPending && <Progress mt="md" value={removal.percent} aria-label="Progress of the removal" animated />}
    </ConfirmDialog>
  );
}
