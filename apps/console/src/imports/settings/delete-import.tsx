import { deleteDocumentImportMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DocumentImport } from '@tributary/client/generated/types.gen';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';

export function DeleteImport({ documentImport, onClose }: { documentImport: DocumentImport; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    ...deleteDocumentImportMutation(),
    meta: { changes: ['listDocumentImports'] },
    onSuccess: () => navigate({ to: '/d/$datamart_id/imports', params: { datamart_id } }),
  });
  return (
    <ConfirmDialog
      title={`Delete the import ${documentImport.name}`}
      opened
      onClose={onClose}
      onConfirm={() => mutate({ path: { datamart_id, document_import_id: documentImport.id } })}
      confirm="Delete"
      isPending={isPending}
      failure={error}
    >
      Its executions end, and their files and lists of failures are removed. Lines that were applied stay applied.
    </ConfirmDialog>
  );
}
