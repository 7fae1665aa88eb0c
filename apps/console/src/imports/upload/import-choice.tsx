import { listDocumentImportsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDatamart } from '../../shell/use-datamart.js';
import { documentTypes } from '@tributary/client/imports/document-types';
import { wholeList } from '../../components/paging.js';

interface ImportChoiceProps {
  import_id: string | undefined;
  onChange: (import_id: string | undefined) => void;
}

export function ImportChoice({ import_id, onChange }: ImportChoiceProps) {
  const { datamart_id } = useDatamart();
  const { data } = useQuery(listDocumentImportsOptions({ path: { datamart_id }, query: wholeList }));
  const imports = data?.data ?? [];
  if (imports.length === 0 && import_id === undefined) return null;
  return (
    <Select
      label="Import"
      description="A file can go to an existing import, with its settings, or to a new one."
      allowDeselect={false}
      searchable
      data={[
        { value: '', label: 'A new import' },
        ...imports.map(({ id, name, document_type }) => ({
          value: id,
          label: `${name} (${documentTypes[document_type].label}, id ${id})`,
        })),
      ]}
      value={import_id ?? ''}
      onChange={(value) => onChange(value ? value : undefined)}
    />
  );
}
