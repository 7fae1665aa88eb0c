import { Autocomplete, Select, SimpleGrid, TextInput } from '@mantine/core';
import { fieldProblem } from '../../components/field-problem.js';
import {
  documentTypeNames,
  documentTypes,
  mimeTypes,
  mimeTypesOf,
  type DocumentType,
  type MimeType,
  type Priority,
} from '@tributary/client/imports/document-types';
import { priorities } from '@tributary/contracts/rules/resources/choices';

export interface ImportSettings {
  name: string;
  document_type: DocumentType;
  mime_type: MimeType;
  encoding: string;
  priority: Priority;
}

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'iso-8859-15', 'shift_jis', 'gb18030'];

interface ImportFieldsProps {
  settings: ImportSettings;
  onChange: (settings: ImportSettings) => void;
  /** The failure of the request that creates or changes the import. */
  failure: unknown;
  disabled?: boolean;
  /** Whether the files are tables whose columns are mapped: then the format of what is uploaded is no choice. */
  isMapped?: boolean;
}

/** The settings of an import: what its files contain, and how they are written. */
export function ImportFields({ settings, onChange, failure, disabled = false, isMapped = false }: ImportFieldsProps) {
  const { name, document_type, mime_type, encoding, priority } = settings;
  const { effect, needs } = documentTypes[document_type];
  const set = (changed: Partial<ImportSettings>) => onChange({ ...settings, ...changed });
  const setDocumentType = (value: DocumentType) =>
    set({
      document_type: value,
      mime_type: mimeTypesOf(value).includes(mime_type) ? mime_type : 'APPLICATION_X_NDJSON',
    });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label="Name"
        required
        disabled={disabled}
        value={name}
        onChange={({ currentTarget: { value } }) => set({ name: value })}
        error={fieldProblem(failure, 'name')}
      />
      <Select
        label="Document type"
        description={`${effect} Needed: ${needs}.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        disabled={disabled}
        data={documentTypeNames.map((value) => ({ value, label: documentTypes[value].label }))}
        value={document_type}
        onChange={(value) => value && setDocumentType(value)}
        error={fieldProblem(failure, 'document_type')}
      />
      {!isMapped && (
        <Select
          label="Format"
          allowDeselect={false}
          disabled={disabled}
          data={mimeTypesOf(document_type).map((value) => ({ value, label: mimeTypes[value].label }))}
          value={mime_type}
          onChange={(value) => value && set({ mime_type: value })}
          error={fieldProblem(failure, 'mime_type')}
        />
      )}
      <Autocomplete
        label="Encoding"
        description="Any label of the WHATWG Encoding Standard"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        disabled={disabled}
        data={encodings}
        value={encoding}
        onChange={(value) => set({ encoding: value })}
        error={fieldProblem(failure, 'encoding')}
      />
      <Select
        label="Priority"
        description="HIGH runs before MEDIUM, MEDIUM before LOW. None delays live tracking."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        disabled={disabled}
        data={priorities}
        value={priority}
        onChange={(value) => value && set({ priority: value })}
        error={fieldProblem(failure, 'priority')}
      />
    </SimpleGrid>
  );
}
