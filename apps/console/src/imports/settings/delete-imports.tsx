import { deleteDocumentImport } from '@tributary/client/generated/sdk.gen';
import type { DocumentImport } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { BulkDialog } from '../../components/bulk/bulk-dialog.js';
import { untilGone } from '../../components/deletions/until-gone.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { counted } from '../../words/counted.js';

interface DeleteImportsProps {
  documentImports: readonly DocumentImport[];
  onClose: () => void;
}

export function DeleteImports({ documentImports, onClose }: DeleteImportsProps) {
  const { datamart_id } = useDatamart();
  return (
    <BulkDialog
      title={`Delete ${counted(documentImports.length, 'import')}`}
      rows={documentImports}
      idOf={({ id }) => id}
      nameOf={nameOfImport}
      act={({ id }) => untilGone(deleteDocumentImport({ path: { datamart_id, document_import_id: id } }))}
      confirm="Delete"
      changes={['listDocumentImports']}
      onClose={onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        Their executions end, and their files and lists of failures are removed. Lines that were applied stay applied:{' '}
        {documentImports.map(nameOfImport).join(', ')}.
      </Text>
    </BulkDialog>
  );
}

/** Imports may share a name. */
export const nameOfImport = ({ id, name }: DocumentImport) => `${name} (${id})`;
