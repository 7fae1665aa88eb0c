import { Button, Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { problemAt } from './field-problem-at.js';
import { FilterFields } from './filter-fields.js';
import { maxFilters, newFilter, type FilterRow } from '@tributary/dashboards/queries/filter-row';
import { shownName } from '@tributary/contracts/rules/reports/report-words';
import type { Cube } from '@tributary/contracts/rules/reports/report-names';
import type { QueryProblem } from '@tributary/dashboards/queries/query';

interface FilterRowsProps {
  cube: Cube;
  dimensions: readonly string[];
  filters: FilterRow[];
  operator: 'AND' | 'OR';
  problems: readonly QueryProblem[];
  onChange: (change: { filters?: FilterRow[]; operator?: 'AND' | 'OR' }) => void;
}

/** The conditions of a report. */
export function FilterRows({ cube, dimensions, filters, operator, problems, onChange }: FilterRowsProps) {
  const replace = (index: number, filter: FilterRow) => onChange({ filters: filters.with(index, filter) });
  return (
    <Stack gap="xs" role="group" aria-label="Filters">
      {filters.map((filter, index) => (
        <FilterFields
          key={index}
          cube={cube}
          number={index + 1}
          dimensions={dimensions}
          filter={filter}
          dimensionProblem={problemAt(problems, `dimension_filter_clauses.filters[${index}].dimension_name`)}
          valueProblem={problemAt(problems, `dimension_filter_clauses.filters[${index}].expressions`)}
          onChange={(next) => replace(index, next)}
          onRemove={() => onChange({ filters: filters.toSpliced(index, 1) })}
        />
      ))}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<PlusIcon />}
          disabled={filters.length >= maxFilters}
          onClick={() => onChange({ filters: [...filters, newFilter] })}
        >
          Add a filter
        </Button>
        {filters.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Between the filters"
            value={operator}
            onChange={(value) => onChange({ operator: value === 'OR' ? 'OR' : 'AND' })}
            data={[
              { value: 'AND', label: 'All hold' },
              { value: 'OR', label: 'Any holds' },
            ]}
          />
        )}
      </Group>
    </Stack>
  );
}

export const OrderSelect = ({
  columns,
  value,
  onChange,
  error,
}: {
  columns: readonly string[];
  value: string;
  onChange: (order: string) => void;
  error?: string | undefined;
}) => (
  <NativeSelect
    label="Order by"
    value={value}
    error={error}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    data={[
      { value: '', label: 'The dimensions' },
      ...columns.flatMap((column) => [
        { value: column, label: `${shownName(column)}, ascending` },
        { value: `-${column}`, label: `${shownName(column)}, descending` },
      ]),
    ]}
  />
);
