import { updateDocumentImportMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DocumentImport } from '@tributary/client/generated/types.gen';
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../components/form-dialog.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { ImportFields, type ImportSettings } from './import-fields.js';

export function EditImport({ documentImport, onClose }: { documentImport: DocumentImport; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const [settings, setSettings] = useState<ImportSettings>(documentImport);
  const { mutate, isPending, error } = useMutation({
    ...updateDocumentImportMutation(),
    meta: { changes: ['getDocumentImport', 'listDocumentImports'] },
    onSuccess: onClose,
  });
  const submit = () => {
    const { name, document_type, mime_type, encoding, priority } = settings;
    mutate({
      path: { datamart_id, document_import_id: documentImport.id },
      body: { name, document_type, mime_type, priority, ...(encoding !== '' && { encoding }) },
    });
  };
  return (
    <FormDialog
      title="Edit the import"
      onClose={onClose}
      onSubmit={submit}
      submit="Save"
      isPending={isPending}
      failure={error}
      size="lg"
    >
      <Text size="sm">Files that are uploaded later follow the new settings. Executions that exist do not change.</Text>
      <ImportFields settings={settings} onChange={setSettings} failure={error} />
    </FormDialog>
  );
}
