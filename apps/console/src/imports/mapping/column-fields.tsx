import { dateForms, type ValueForm } from '@tributary/contracts/rules/cell-value';
import {
  columnUses,
  type ColumnMapping,
  type ColumnUse,
  type MappedColumn,
} from '@tributary/contracts/rules/column-mapping';
import { Group, NativeSelect, Table, Text, TextInput } from '@mantine/core';
import type { TableHead } from '../table/table-head.js';

const useNames: Record<ColumnUse, string> = {
  IGNORE: 'Left out',
  ACCOUNT: 'Account id',
  EMAIL: 'E-mail address, hashed here',
  EMAIL_HASH: 'Hash of an e-mail address',
  AGENT: 'Agent id (device or browser)',
  COMPARTMENT: 'Compartment of the account',
  OPERATION: 'Operation',
  SEGMENT: 'Segment id',
  EXPIRATION: 'End of the membership',
  TIME: 'Time of the activity',
  EVENT: 'Name of the event',
  PROPERTY: 'Property',
};

const formNames: Record<ValueForm, string> = {
  TEXT: 'Text',
  NUMBER: 'Number',
  BOOLEAN: 'Yes or no',
  ISO: 'Date, 2026-01-31',
  DMY: 'Date, 31/01/2026',
  MDY: 'Date, 01/31/2026',
  MILLISECONDS: 'Milliseconds since 1970',
  SECONDS: 'Seconds since 1970',
};

const textForms: readonly ValueForm[] = ['TEXT', 'NUMBER', 'BOOLEAN', ...dateForms];

interface ColumnFieldsProps {
  head: TableHead;
  mapping: ColumnMapping;
  onChange: (mapping: ColumnMapping) => void;
}

/** The use of each column, beside the first values in it. */
export function ColumnFields({ head, mapping, onChange }: ColumnFieldsProps) {
  const change = (index: number, changes: Partial<MappedColumn>) =>
    onChange({
      ...mapping,
      columns: mapping.columns.map((column, at) => (at === index ? { ...column, ...changes } : column)),
    });
  return (
    <Table aria-label="Columns of the table" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Column</Table.Th>
          <Table.Th>Used as</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {mapping.columns.map((column, index) => (
          <Table.Tr key={index}>
            <Table.Td maw={220} style={{ overflowWrap: 'anywhere' }}>
              <Text size="sm" fw={600}>
                {column.column || '(no name)'}
              </Text>
              <Text size="xs" c="dimmed">
                {samplesOf(head, index)}
              </Text>
            </Table.Td>
            <Table.Td>
              <ColumnField
                column={column}
                uses={columnUses[mapping.document_type]}
                onChange={(changes) => change(index, changes)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface ColumnFieldProps {
  column: MappedColumn;
  uses: readonly ColumnUse[];
  onChange: (changes: Partial<MappedColumn>) => void;
}

function ColumnField({ column: { column, use, name, form }, uses, onChange }: ColumnFieldProps) {
  const isTime = use === 'TIME' || use === 'EXPIRATION';
  const forms = isTime ? dateForms : textForms;
  const setUse = (next: ColumnUse) => {
    const needsTime = (next === 'TIME' || next === 'EXPIRATION') && !dateForms.includes(form);
    onChange({ use: next, ...(needsTime && { form: 'ISO' }) });
  };
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label={`Use of ${column}`}
        value={use}
        onChange={({ currentTarget: { value } }) => setUse(value as ColumnUse)}
        data={uses.map((value) => ({ value, label: useNames[value] }))}
      />
      {use === 'PROPERTY' && (
        <TextInput
          aria-label={`Property of ${column}`}
          value={name}
          onChange={({ currentTarget: { value } }) => onChange({ name: value })}
        />
      )}
      {(use === 'PROPERTY' || isTime) && (
        <NativeSelect
          aria-label={`Kind of ${column}`}
          value={form}
          onChange={({ currentTarget: { value } }) => onChange({ form: value as ValueForm })}
          data={forms.map((value) => ({ value, label: formNames[value] }))}
        />
      )}
    </Group>
  );
}

/** A few different values of a column. */
function samplesOf({ rows }: TableHead, index: number): string {
  const cells = rows.flatMap(({ row }) => ('cells' in row && row.cells[index] ? [row.cells[index].slice(0, 40)] : []));
  return [...new Set(cells)].slice(0, 3).join(' · ');
}
