import { deleteProcessingMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Processing } from '@tributary/client/generated/types.gen';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../components/confirm-dialog.js';

export function DeleteProcessing({ processing, onClose }: { processing: Processing; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation({
    ...deleteProcessingMutation(),
    meta: { changes: ['listProcessings'] },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete the processing ${processing.name}`}
      opened
      onClose={onClose}
      onConfirm={() => mutate({ path: { processing_id: processing.id } })}
      confirm="Delete"
      isPending={isPending}
      failure={error}
    >
      Choices that people have made about it stay. A processing that a channel has selected cannot be deleted: archive
      it instead.
    </ConfirmDialog>
  );
}
