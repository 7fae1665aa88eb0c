import { deleteDocumentImportMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DocumentImport } from '@tributary/client/generated/types.gen';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmWrite } from '../../components/confirm-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';

export function DeleteImport({ documentImport, onClose }: { documentImport: DocumentImport; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const navigate = useNavigate();
  return (
    <ConfirmWrite
      title={`Delete the import ${documentImport.name}`}
      onClose={onClose}
      write={deleteDocumentImportMutation()}
      request={{ path: { datamart_id, document_import_id: documentImport.id } }}
      changes={['listDocumentImports']}
      onDone={() => navigate({ to: '/d/$datamart_id/imports', params: { datamart_id } })}
      confirm="Delete"
    >
      Its executions end, and their files and lists of failures are removed. Lines that were applied stay applied.
    </ConfirmWrite>
  );
}
