import { reportUserActivities } from '@tributary/client/generated/sdk.gen';
import type { DateRange } from '@tributary/contracts/rules/date-range';
import { defaultDateRange } from '@tributary/dashboards/reports/report';
import type { Cube } from '@tributary/contracts/rules/reports/report-names';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDatamart } from '../../shell/use-datamart.js';
import { useValueNames } from '../../words/use-value-names.js';

/** The values of a dimension in the last 30 days, to choose from. They are read when a field gets the focus. */
export function useValueSuggestions(cube: Cube, dimension: string) {
  const { datamart_id } = useDatamart();
  const [isWanted, setWanted] = useState(false);
  const hasValues = cube === 'activities' && dimension !== '' && !dimension.startsWith('date_');
  const nameOf = useValueNames([dimension]);
  const { data: values = [] } = useQuery({
    queryKey: ['values', datamart_id, dimension],
    queryFn: async ({ signal }) => {
      const date_ranges: [DateRange] = [defaultDateRange];
      const body = { metrics: [], dimensions: [{ name: dimension }], date_ranges };
      const { data } = await reportUserActivities({ path: { datamart_id }, body, signal });
      return data.data.report_view.rows.flatMap(([value]) => (value == null ? [] : [String(value)]));
    },
    enabled: isWanted && hasValues,
    staleTime: 60_000,
  });
  const textOf = (value: string) => [value, nameOf(dimension, value)].filter((text) => text !== undefined).join(' · ');
  return {
    data: [...new Set(values)],
    onFocus: () => setWanted(true),
    // Without regard to case, and by the names of ids.
    filter: ({ options, search }: { options: unknown[]; search: string }) =>
      (options as { value: string }[]).filter(({ value }) =>
        textOf(value).toLowerCase().includes(search.trim().toLowerCase()),
      ) as never[],
    renderOption: ({ option }: { option: { value: string } }) => textOf(option.value),
  };
}
