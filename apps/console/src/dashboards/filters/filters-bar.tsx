import { Group, MultiSelect, Select } from '@mantine/core';
import type { DashboardFilter } from '@tributary/dashboards/content/dashboard-content';
import { filteredTypes } from '@tributary/dashboards/filters/apply-selections';
import type { Selections } from '@tributary/dashboards/filters/selections';
import { messageOfFailure } from '../../components/failure-notice.js';
import { useFilterValues } from './use-filter-values.js';

interface FiltersBarProps {
  filters: DashboardFilter[];
  selections: Selections;
  onChange: (selections: Selections) => void;
  datamart_id: string;
  organisation_id: string;
}

/** The filters of a dashboard. A choice applies at once. */
export function FiltersBar({ filters, selections, onChange, ...datamart }: FiltersBarProps) {
  if (filters.length === 0) return null;
  return (
    <Group align="flex-start" gap="sm" role="group" aria-label="Filters">
      {filters.map((filter) => (
        <FilterField
          key={filter.technicalName}
          filter={filter}
          selected={selections[filter.technicalName] ?? []}
          onSelect={(values) => onChange({ ...selections, [filter.technicalName]: values })}
          {...datamart}
        />
      ))}
    </Group>
  );
}

interface FilterFieldProps {
  filter: DashboardFilter;
  selected: string[];
  onSelect: (values: string[]) => void;
  datamart_id: string;
  organisation_id: string;
}

function FilterField({ filter, selected, onSelect, ...datamart }: FilterFieldProps) {
  const { values, failure } = useFilterValues(filter.technicalName, datamart);
  const offered = (values ?? []).map(({ value, label }) => ({
    value,
    label: label === value ? value : `${label} (${value})`,
  }));
  // A value of the address may be of another period: it stays selected, and can be removed.
  const others = selected.filter((value) => !offered.some((each) => each.value === value));
  const shared = {
    label: filter.title,
    data: [...distinct(offered), ...others.map((value) => ({ value, label: value }))],
    placeholder: values ? (selected.length > 0 ? undefined : 'All') : 'Loading …',
    ...(filteredTypes(filter).length === 0 && { description: 'Changes no chart: it has no fragment for reports' }),
    error: failure != null && `The values could not be read: ${messageOfFailure(failure)}`,
    searchable: true,
    clearable: true,
    nothingFoundMessage: 'No value in the last 30 days',
    w: 260,
    maw: '100%',
  };
  if (filter.multiSelect) return <MultiSelect {...shared} value={selected} onChange={onSelect} />;
  return (
    <Select {...shared} value={selected[0] ?? null} onChange={(value) => onSelect(value === null ? [] : [value])} />
  );
}

/** Two entries of one value are an error of the field. */
const distinct = (values: { value: string; label: string }[]) => [
  ...new Map(values.map((each) => [each.value, each])).values(),
];
