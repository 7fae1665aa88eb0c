import { deleteCompartmentMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Compartment } from '@tributary/client/generated/types.gen';
import { ConfirmWrite } from '../components/confirm-dialog.js';
import { useDatamart } from '../shell/use-datamart.js';

export function DeleteCompartment({ compartment, onClose }: { compartment: Compartment; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const { compartment_id, name } = compartment;
  return (
    <ConfirmWrite
      title={`Delete the compartment ${name}`}
      onClose={onClose}
      write={deleteCompartmentMutation()}
      request={{ path: { datamart_id, compartment_id } }}
      changes={['listCompartments']}
      confirm="Delete"
    >
      Its registration is deleted. A compartment that has accounts cannot be deleted: archive it instead.
    </ConfirmWrite>
  );
}
