import { ActionIcon, Autocomplete, Group, NativeSelect, Select, TagsInput } from '@mantine/core';
import { TrashIcon } from '@radix-ui/react-icons';
import type { Cube } from '@tributary/contracts/rules/reports/report-names';
import { nameOptions, renderName, searchNames } from '../../words/name-options.js';
import { useValueSuggestions } from './use-value-suggestions.js';
import type { FilterOperator } from '@tributary/contracts/rules/resources/choices';
import type { FilterRow } from '@tributary/dashboards/queries/filter-row';

interface FilterFieldsProps {
  cube: Cube;
  /** 1 for the first row. */
  number: number;
  dimensions: readonly string[];
  filter: FilterRow;
  dimensionProblem: string | undefined;
  valueProblem: string | undefined;
  onChange: (filter: FilterRow) => void;
  onRemove: () => void;
}

const conditions: { value: string; label: string; operator: FilterOperator; not: boolean }[] = [
  { value: 'EXACT', label: 'is', operator: 'EXACT', not: false },
  { value: 'not EXACT', label: 'is not', operator: 'EXACT', not: true },
  { value: 'IN_LIST', label: 'is one of', operator: 'IN_LIST', not: false },
  { value: 'not IN_LIST', label: 'is none of', operator: 'IN_LIST', not: true },
  { value: 'LIKE', label: 'contains', operator: 'LIKE', not: false },
  { value: 'not LIKE', label: 'does not contain', operator: 'LIKE', not: true },
];

/** One condition: a dimension, how it is compared, and the values. */
export function FilterFields(props: FilterFieldsProps) {
  const { cube, number, dimensions, filter, dimensionProblem, valueProblem, onChange, onRemove } = props;
  const { dimension_name, operator, not, expressions } = filter;
  const known = dimension_name === '' || dimensions.includes(dimension_name);
  const change = (changes: Partial<FilterRow>) => onChange({ ...filter, ...changes });
  const name = `of filter ${number}`;
  const suggestions = useValueSuggestions(cube, dimension_name);
  const condition = conditions.find((each) => each.operator === operator && each.not === not);
  return (
    <Group gap="xs" align="flex-start">
      <Select
        aria-label={`Dimension ${name}`}
        placeholder="Dimension"
        data={nameOptions(known ? dimensions : [...dimensions, dimension_name])}
        renderOption={renderName}
        filter={searchNames}
        value={dimension_name || null}
        onChange={(value) => change({ dimension_name: value ?? '' })}
        error={dimensionProblem}
        searchable
        w={210}
      />
      <NativeSelect
        aria-label={`Condition ${name}`}
        data={conditions.map(({ value, label }) => ({ value, label }))}
        value={condition?.value ?? 'EXACT'}
        onChange={({ currentTarget }) => {
          const chosen = conditions.find(({ value }) => value === currentTarget.value);
          if (chosen) change({ operator: chosen.operator, not: chosen.not });
        }}
        w={150}
      />
      {operator === 'IN_LIST' ? (
        <TagsInput
          {...suggestions}
          aria-label={`Values ${name}`}
          placeholder="Type a value, then Enter"
          value={expressions.filter((value) => value !== '')}
          onChange={(values) => change({ expressions: values })}
          error={valueProblem}
          flex="1 1 200px"
        />
      ) : (
        <Autocomplete
          {...suggestions}
          aria-label={`Value ${name}`}
          placeholder="Value"
          value={expressions[0] ?? ''}
          onChange={(value) => change({ expressions: [value] })}
          error={valueProblem}
          flex="1 1 200px"
        />
      )}
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={`Remove filter ${number}`} onClick={onRemove}>
        <TrashIcon />
      </ActionIcon>
    </Group>
  );
}
