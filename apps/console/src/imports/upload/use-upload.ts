import { createDocumentImport } from '@tributary/client/generated/sdk.gen';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { useMutation } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useDatamart } from '../../shell/use-datamart.js';
import type { ImportSettings } from '../settings/import-fields.js';
import { mapFile, type MappedTable } from '../table/map-file.js';
import { rememberMapping } from '../table/remembered-mappings.js';
import type { ChosenFile } from './chosen-file.js';
import { uploadFile } from './upload-file.js';

interface UploadRequest {
  chosen: ChosenFile;
  /** An existing import. Undefined: one is created with the settings. */
  import_id: string | undefined;
  settings: ImportSettings;
  /** The mapping of a table that is uploaded as lines. */
  table: MappedTable | undefined;
}

/** Bytes that were read of a table, or sent of a file. */
export interface UploadProgress {
  step: 'read' | 'sent';
  bytes: number;
  total: number;
}

interface UploadHandlers {
  /** A new import exists. Another attempt must not create a second one. */
  onCreated: (import_id: string) => void;
  onDone: (import_id: string, execution: DocumentImportExecution) => void;
}

/** Creates the import if there is none, and uploads a file to it. */
export function useUpload({ onCreated, onDone }: UploadHandlers) {
  const { datamart_id, datamart } = useDatamart();
  const [progress, setProgress] = useState<UploadProgress>({ step: 'sent', bytes: 0, total: 0 });
  const controller = useRef<AbortController>(undefined);
  const isUploading = useRef(false);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async ({ chosen, import_id: existing, settings, table }: UploadRequest) => {
      const { signal } = (controller.current = new AbortController());
      const advance = (step: UploadProgress['step'], total: number) => (bytes: number) =>
        setProgress({ step, bytes, total });
      setProgress({ step: table ? 'read' : 'sent', bytes: 0, total: chosen.file.size });
      const file = table
        ? await mapFile(
            requestOf(chosen.file, table, datamart.junk_exceptions),
            advance('read', chosen.file.size),
            signal,
          )
        : chosen.file;
      const import_id = existing ?? (await createImport(datamart_id, table ? asLines(settings) : settings, signal));
      if (!existing) onCreated(import_id);
      if (table) rememberMapping(datamart_id, import_id, table.mapping);
      const { idempotencyKey } = table ?? chosen;
      const onProgress = advance('sent', file.size);
      onProgress(0);
      const sent = { datamart_id, import_id, file, idempotencyKey, onProgress, signal };
      return { import_id, execution: await uploadFile(sent) };
    },
    meta: { changes: ['listDocumentImports', 'listDocumentImportExecutions'] },
    onSuccess: ({ import_id, execution }) => {
      isUploading.current = false;
      onDone(import_id, execution);
    },
    onError: () => void (isUploading.current = false),
  });
  useEffect(() => () => controller.current?.abort(), []);
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUploading.current &&
      current.pathname !== next.pathname &&
      !window.confirm('The upload is not complete. Leave the page, and cancel it?'),
    enableBeforeUnload: () => isUploading.current,
  });
  const isCanceled = error instanceof DOMException && error.name === 'AbortError';
  const cancel = () => controller.current?.abort();
  const start = (request: UploadRequest) => {
    // The second click of a double click comes before the button is gone. It would create another import.
    if (isUploading.current) return;
    isUploading.current = true;
    mutate(request);
  };
  return { start, cancel, reset, isPending, progress, isCanceled, failure: isCanceled ? undefined : error };
}

const requestOf = (file: File, { mapping, head }: MappedTable, junkExceptions: readonly string[]) => ({
  file,
  name: `${file.name.replace(/\.[^.]*$/, '') || file.name}.ndjson`,
  settings: { mapping, encoding: head.encoding, junkExceptions },
});

/** The settings of an import whose files are made here. */
const asLines = (settings: ImportSettings): ImportSettings => ({
  ...settings,
  mime_type: 'APPLICATION_X_NDJSON',
  encoding: 'utf-8',
});

async function createImport(datamart_id: string, settings: ImportSettings, signal: AbortSignal): Promise<string> {
  const { encoding, ...required } = settings;
  const body = { ...required, ...(encoding !== '' && { encoding }) };
  const { data } = await createDocumentImport({ path: { datamart_id }, body, signal });
  return data.data.id;
}
