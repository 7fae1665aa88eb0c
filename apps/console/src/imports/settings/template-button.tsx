import { getDocumentImportTemplate } from '@tributary/client/generated/sdk.gen';
import type { DocumentType, MimeType } from '@tributary/client/imports/document-types';
import { Button } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { FailureNotice } from '../../components/failure-notice.js';
import { saveFile } from '../../components/save-file.js';

interface Format {
  document_type: DocumentType;
  mime_type: MimeType;
}

/** Saves a file of the chosen type and format, to fill in. */
export function TemplateButton({ document_type, mime_type }: Format) {
  const { mutate, isPending, error } = useMutation({ mutationFn: saveTemplate });
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<DownloadIcon aria-hidden />}
        loading={isPending}
        onClick={() => mutate({ document_type, mime_type })}
      >
        Template of such a file
      </Button>
      {error && <FailureNotice failure={error} />}
    </>
  );
}

async function saveTemplate({ document_type, mime_type }: Format): Promise<void> {
  const { data } = await getDocumentImportTemplate({ path: { document_type }, query: { mime_type }, parseAs: 'text' });
  const isTable = mime_type === 'TEXT_CSV';
  const name = `${document_type.toLowerCase()}.${isTable ? 'csv' : 'ndjson'}`;
  saveFile(name, String(data), isTable ? 'text/csv' : 'application/x-ndjson');
}
