import { dayMs, isoDay } from '@tributary/contracts/rules/time-units';
import { parseDates, resolveDateRange, type DateRange } from '@tributary/contracts/rules/date-range';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import { Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core';
import { formatInstant } from '../time/format-instant.js';
import { useReportZone } from '../time/instant.js';
import { useNow } from '../time/use-now.js';
import { rangeOf, type PeriodSearch } from './period-search.js';
import { presetOf, presets } from './presets.js';

interface PeriodPickerProps {
  search: PeriodSearch;
  onChange: (search: PeriodSearch) => void;
  /** The name of the period of a page without one in its address. */
  ownPeriod: string;
}

const own = 'own';
const custom = 'custom';

/** The period of a page of numbers: a preset, or two days, in the zone of its reports. */
export function PeriodPicker({ search, onChange, ownPeriod }: PeriodPickerProps) {
  const timeZone = useReportZone();
  const now = useNow(Date, 10_000);
  const range = rangeOf(search);
  const preset = range ? presetOf(range) : -1;
  const { compare } = search;
  const set = (next: DateRange | undefined) =>
    onChange({ ...(next && { from: next.start_date, to: next.end_date }), ...(next && compare && { compare }) });
  const choose = (value: string) => {
    const chosen = presets[Number(value)];
    if (chosen) set({ start_date: chosen.start, end_date: chosen.end });
    else set(value === own ? undefined : daysOf(range ?? { start_date: 'now-6d/d', end_date: 'now' }, now, timeZone));
  };
  const isCustom = range !== undefined && preset < 0;
  return (
    <Stack gap={4} role="group" aria-label="Period of the page">
      <Group gap="sm" align="flex-end">
        <NativeSelect
          label="Period"
          value={isCustom ? custom : range ? String(preset) : own}
          onChange={({ currentTarget: { value } }) => choose(value)}
          data={[
            { value: own, label: ownPeriod },
            ...presets.map(({ label }, index) => ({ value: String(index), label })),
            { value: custom, label: 'Custom range' },
          ]}
        />
        {isCustom && <DayFields range={range} onChange={set} />}
        {range && (
          <Switch
            label="Compare with the period before"
            mb={8}
            checked={compare === true}
            onChange={({ currentTarget: { checked } }) => {
              const { from, to } = search;
              onChange({ ...(from && to && { from, to }), ...(checked && { compare: true }) });
            }}
          />
        )}
      </Group>
      {range && (
        <Text size="xs" c="dimmed">
          {describe(range, now, timeZone)}
        </Text>
      )}
    </Stack>
  );
}

function DayFields({ range, onChange }: { range: DateRange; onChange: (range: DateRange) => void }) {
  return (
    <>
      <TextInput
        type="date"
        label="From"
        value={range.start_date}
        onChange={({ currentTarget: { value } }) => value !== '' && onChange({ ...range, start_date: value })}
      />
      <TextInput
        type="date"
        label="To"
        value={range.end_date}
        onChange={({ currentTarget: { value } }) => value !== '' && onChange({ ...range, end_date: value })}
      />
    </>
  );
}

/** The days of a range, which the fields of dates can show. */
function daysOf(range: DateRange, now: number, timeZone: string): DateRange {
  const zone = new ReportZone(timeZone);
  const dates = parseDates(range, now, zone);
  const dayOf = (ts: number) => isoDay(zone.toLocal(ts));
  if (dates.kind === 'problem') return { start_date: dayOf(now - 6 * dayMs), end_date: dayOf(now) };
  return { start_date: dayOf(dates.start.ts), end_date: dayOf(dates.end.last) };
}

function describe(range: DateRange, now: number, timeZone: string): string {
  const resolved = resolveDateRange(range, now, new ReportZone(timeZone));
  if (resolved.kind === 'problem') return `This period cannot be read: ${resolved.message}.`;
  const { from, to } = resolved.period;
  return `${formatInstant(from, timeZone)} to ${formatInstant(to, timeZone)} ${timeZone}, both inclusive`;
}
