import { getDocumentImportOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { FailureNotice } from '../components/failure-notice.js';
import { CheckedForm } from '../components/forms/checked-form.js';
import { Page } from '../components/page.js';
import { useDatamart } from '../shell/use-datamart.js';
import { documentTypes } from '@tributary/client/imports/document-types';
import { ImportFields, type ImportSettings } from './settings/import-fields.js';
import { MappingStep } from './mapping/mapping-step.js';
import { useMapping } from './mapping/use-mapping.js';
import { TemplateButton } from './settings/template-button.js';
import { checkLines } from '@tributary/client/imports/check-lines';
import { chooseFile, type ChosenFile } from './upload/chosen-file.js';
import { FileCheck } from './upload/file-check.js';
import { FileDrop } from './upload/file-drop.js';
import { formatBytes } from '@tributary/client/imports/format-bytes';
import { ImportChoice } from './upload/import-choice.js';
import { UploadProgress } from './upload/upload-progress.js';
import { useUpload } from './upload/use-upload.js';

const route = getRouteApi('/signed-in/d/$datamart_id/imports/new');
const initial: ImportSettings = {
  name: '',
  document_type: 'USER_ACTIVITY',
  mime_type: 'APPLICATION_X_NDJSON',
  encoding: 'utf-8',
  priority: 'MEDIUM',
};

export function NewImportPage() {
  const { datamart_id, may } = useDatamart();
  const { import_id } = route.useSearch();
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [unreadable, setUnreadable] = useState<unknown>();
  const [draft, setDraft] = useState(initial);
  const setImport = (id: string | undefined) => void navigate({ search: id ? { import_id: id } : {}, replace: true });
  const upload = useUpload({
    onCreated: setImport,
    onDone: (document_import_id, { id }) =>
      void navigate({
        to: '/d/$datamart_id/imports/$import_id/$execution_id',
        params: { datamart_id, import_id: document_import_id, execution_id: id },
      }),
  });
  const existing = useQuery({
    ...getDocumentImportOptions({ path: { datamart_id, document_import_id: import_id ?? '' } }),
    enabled: import_id !== undefined,
  });
  const choose = (file: File) => {
    upload.reset();
    setUnreadable(undefined);
    chooseFile(file).then((read) => {
      setChosen(read);
      // A name that was typed in stays; that of the file before does not.
      const isTyped = (name: string) => name !== '' && name !== (chosen && nameOf(chosen.file));
      setDraft((before) => ({ ...before, ...read.guess, name: isTyped(before.name) ? before.name : nameOf(file) }));
    }, setUnreadable);
  };
  const settings = import_id === undefined ? draft : existing.data?.data;
  const { document_type, mime_type, encoding } = settings ?? draft;
  const check = useMemo(
    () => chosen && checkLines(chosen.head, { document_type, mime_type, encoding }),
    [chosen, document_type, mime_type, encoding],
  );
  const choice = useMapping(chosen, settings, import_id);
  const { isOn: isMapped, table } = choice;
  const start = () => chosen && settings && upload.start({ chosen, import_id, settings, table });
  if (!may('EDITOR'))
    return (
      <Page title="New import">
        <Text>Uploads need the role EDITOR. An administrator of the organisation can grant it.</Text>
      </Page>
    );
  return (
    <Page title="New import" description="A file of lines or rows. Each line takes effect exactly once.">
      <CheckedForm onSubmit={start}>
        <Stack maw={900}>
          {!upload.isPending && <FileDrop onFile={choose} />}
          {unreadable != null && <FailureNotice failure={unreadable} title="The file cannot be read" />}
          {chosen && (
            <Card withBorder padding="sm">
              <Group justify="space-between">
                <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
                  {chosen.file.name}
                </Title>
                <Text size="sm">{formatBytes(chosen.file.size)}</Text>
              </Group>
            </Card>
          )}
          <ImportChoice import_id={import_id} onChange={setImport} />
          {existing.error != null && import_id !== undefined && <FailureNotice failure={existing.error} />}
          {settings && (
            <ImportFields
              settings={settings}
              onChange={setDraft}
              failure={upload.failure}
              disabled={import_id !== undefined || upload.isPending}
              isMapped={isMapped}
            />
          )}
          <MappingStep choice={choice} isDisabled={upload.isPending} />
          <Group>
            <TemplateButton document_type={document_type} mime_type={mime_type} />
          </Group>
          {documentTypes[document_type].removes && (
            <Alert variant="default" title="This kind of import takes data away">
              {documentTypes[document_type].effect}
            </Alert>
          )}
          {check && !isMapped && <FileCheck check={check} />}
          {upload.isCanceled && (
            <Alert variant="light">The upload was canceled. No line of the file was applied.</Alert>
          )}
          {upload.failure && <FailureNotice failure={upload.failure} onRetry={start} />}
          {upload.isPending && chosen ? (
            <UploadProgress name={chosen.file.name} progress={upload.progress} onCancel={upload.cancel} />
          ) : (
            <Group justify="flex-end">
              <Button
                type="submit"
                disabled={!chosen || !settings || (isMapped && (!table || table.problem !== undefined))}
              >
                {isMapped ? 'Import' : 'Upload'}
              </Button>
            </Group>
          )}
        </Stack>
      </CheckedForm>
    </Page>
  );
}

/** The name of a new import: that of its first file, without the ending. */
const nameOf = (file: File) => file.name.replace(/\.[^.]*$/, '') || file.name;
