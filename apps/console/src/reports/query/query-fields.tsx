import { SimpleGrid, Stack } from '@mantine/core';
import { DateRangeFields } from './date-range-fields.js';
import { problemAt } from './field-problem-at.js';
import { NamesPicker } from './names-picker.js';
import { FilterRows, OrderSelect } from './filter-rows.js';
import { type Clock, withoutLostOrder, type Query, type QueryProblem } from '@tributary/dashboards/queries/query';
import { reportNames, type Cube } from '@tributary/contracts/rules/reports/report-names';

interface QueryFieldsProps {
  cube: Cube;
  query: Query;
  problems: readonly QueryProblem[];
  clock: Clock;
  onChange: (query: Query) => void;
}

/** Everything that a report is made of. */
export function QueryFields({ cube, query, problems, clock, onChange }: QueryFieldsProps) {
  const { metrics, dimensions } = reportNames[cube];
  const change = (changes: Partial<Query>) => onChange(withoutLostOrder({ ...query, ...changes }));
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <NamesPicker
          label="Metrics"
          names={metrics}
          value={query.metrics}
          error={problemAt(problems, 'metrics')}
          onChange={(value) => change({ metrics: value })}
        />
        <NamesPicker
          label="Dimensions"
          names={dimensions}
          value={query.dimensions}
          error={problemAt(problems, 'dimensions')}
          onChange={(value) => change({ dimensions: value })}
        />
      </SimpleGrid>
      <DateRangeFields query={query} problems={problems} clock={clock} onChange={change} />
      <FilterRows
        cube={cube}
        dimensions={dimensions}
        filters={query.filters}
        operator={query.operator}
        problems={problems}
        onChange={change}
      />
      <OrderSelect
        columns={[...query.dimensions, ...query.metrics]}
        value={query.order}
        error={problemAt(problems, 'order_by')}
        onChange={(order) => change({ order })}
      />
    </Stack>
  );
}
