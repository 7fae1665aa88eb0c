import { deleteCollectKeyMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { CollectKey } from '@tributary/client/generated/types.gen';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../components/confirm-dialog.js';

export function DeleteCollectKey({ collectKey, onClose }: { collectKey: CollectKey; onClose: () => void }) {
  const { datamart_id, id, name } = collectKey;
  const { mutate, isPending, error } = useMutation({
    ...deleteCollectKeyMutation(),
    meta: { changes: ['listCollectKeys'] },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title={`Delete the collect key ${name}`}
      opened
      onClose={onClose}
      onConfirm={() => mutate({ path: { datamart_id, collect_key_id: id } })}
      confirm="Delete"
      isPending={isPending}
      failure={error}
    >
      Every page and app that sends with it is refused from the next second on, and its data is lost until it has
      another key. This cannot be undone.
    </ConfirmDialog>
  );
}
