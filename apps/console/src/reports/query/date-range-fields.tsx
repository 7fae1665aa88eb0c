import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { presetOf, presets } from '../../dates/presets.js';
import { formatInstant } from '../../time/format-instant.js';
import { problemAt } from './field-problem-at.js';
import { periodOf, type Clock, type Query, type QueryProblem } from '@tributary/dashboards/queries/query';

interface DateRangeFieldsProps {
  query: Query;
  problems: readonly QueryProblem[];
  /** For which the range is shown resolved. */
  clock: Clock;
  onChange: (range: { start: string; end: string }) => void;
}

/** The range as written, with the instants that it means now, in the zone of the page. */
export function DateRangeFields({ query, problems, clock, onChange }: DateRangeFieldsProps) {
  const { start, end } = query;
  const period = periodOf(query, clock);
  const chosen = presetOf({ start_date: start, end_date: end });
  const { timeZone } = clock;
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-start" grow preventGrowOverflow={false}>
        <NativeSelect
          label="Period"
          value={String(chosen)}
          onChange={({ currentTarget }) => {
            const range = presets[Number(currentTarget.value)];
            if (range) onChange({ start: range.start, end: range.end });
          }}
          data={[
            ...(chosen < 0
              ? [{ value: '-1', label: start === '' && end === '' ? 'The last 30 days, by default' : 'Custom range' }]
              : []),
            ...presets.map(({ label }, index) => ({ value: String(index), label })),
          ]}
        />
        <TextInput
          label="From"
          value={start}
          onChange={({ currentTarget: { value } }) => onChange({ start: value, end })}
          error={problemAt(problems, 'date_ranges[0].start_date')}
          spellCheck={false}
        />
        <TextInput
          label="To"
          value={end}
          onChange={({ currentTarget: { value } }) => onChange({ start, end: value })}
          error={problemAt(problems, 'date_ranges[0].end_date')}
          spellCheck={false}
        />
      </Group>
      <Text size="xs" c="dimmed" data-testid="resolved-range">
        {period
          ? `${formatInstant(period.from, timeZone)} to ${formatInstant(period.to, timeZone)} ${timeZone}, both inclusive`
          : 'A date (2026-01-31), a date-time, or date math: now-7d/d, 2026-01-31||+1M.'}
      </Text>
    </Stack>
  );
}
