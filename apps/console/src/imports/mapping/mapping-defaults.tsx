import { listAudienceSegmentsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { ColumnMapping } from '@tributary/contracts/rules/column-mapping';
import { Autocomplete, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { wholeList } from '../../components/paging.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { useCompartmentOptions } from '../../words/compartment-name.js';

interface MappingDefaultsProps {
  mapping: ColumnMapping;
  onChange: (mapping: ColumnMapping) => void;
}

/** The values of rows that have none of their own. */
export function MappingDefaults({ mapping, onChange }: MappingDefaultsProps) {
  const { document_type, operation, event_name, activity_type } = mapping;
  const set = (changes: Partial<ColumnMapping>) => onChange({ ...mapping, ...changes });
  const uses = new Set(mapping.columns.map(({ use }) => use));
  const hasOperation = document_type === 'USER_PROFILE' || document_type === 'USER_SEGMENT';
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {hasOperation && !uses.has('OPERATION') && (
        <NativeSelect
          label="Operation of each row"
          value={operation}
          onChange={({ currentTarget: { value } }) => set({ operation: value === 'DELETE' ? 'DELETE' : 'UPSERT' })}
          data={
            document_type === 'USER_PROFILE'
              ? [
                  { value: 'UPSERT', label: 'Write the profile' },
                  { value: 'DELETE', label: 'Delete the profile' },
                ]
              : [
                  { value: 'UPSERT', label: 'Put the person in' },
                  { value: 'DELETE', label: 'Take the person out' },
                ]
          }
        />
      )}
      {document_type === 'USER_SEGMENT' && !uses.has('SEGMENT') && (
        <SegmentField mapping={mapping} onChange={onChange} />
      )}
      {document_type === 'USER_ACTIVITY' && (
        <>
          <TextInput
            label="Type of each activity"
            value={activity_type}
            onChange={({ currentTarget: { value } }) => set({ activity_type: value })}
          />
          {!uses.has('EVENT') && (
            <TextInput
              label="Event of each activity"
              value={event_name}
              onChange={({ currentTarget: { value } }) => set({ event_name: value })}
            />
          )}
        </>
      )}
      {uses.has('ACCOUNT') && !uses.has('COMPARTMENT') && <CompartmentField mapping={mapping} onChange={onChange} />}
    </SimpleGrid>
  );
}

function SegmentField({ mapping, onChange }: MappingDefaultsProps) {
  const { datamart_id, organisation_id } = useDatamart();
  const { data } = useQuery(listAudienceSegmentsOptions({ query: { organisation_id, datamart_id, ...wholeList } }));
  const segments = data?.data ?? [];
  return (
    <NativeSelect
      label="Segment of each row"
      value={mapping.segment_id}
      onChange={({ currentTarget: { value } }) => onChange({ ...mapping, segment_id: value })}
      data={[
        { value: '', label: 'Choose a segment' },
        ...segments.map(({ id, name }) => ({ value: id, label: `${name} (id ${id})` })),
      ]}
    />
  );
}

function CompartmentField({ mapping, onChange }: MappingDefaultsProps) {
  return (
    <Autocomplete
      label="Compartment of the accounts"
      placeholder="default"
      {...useCompartmentOptions()}
      value={mapping.compartment_id}
      onChange={(compartment_id) => onChange({ ...mapping, compartment_id })}
    />
  );
}
