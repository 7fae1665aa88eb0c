import { Group, Paper, Text } from '@mantine/core';
import { isPercent } from '@tributary/dashboards/datasets/read-report';
import { formatNumber } from '@tributary/dashboards/values/format-value';
import { formatInstant } from '../../time/format-instant.js';
import { ShownName } from '../../words/name-options.js';
import type { ReadReport } from '../query/report-query.js';
import { printChange } from '../../dates/print-change.js';
import type { Comparison } from './use-comparison.js';

interface TotalsProps {
  comparison: Comparison;
  /** Whether the user asks for the period before. */
  isCompared: boolean;
}

/** Each metric over the whole period, and how it has changed since the period before. */
export function Totals({ comparison: { totals, before }, isCompared }: TotalsProps) {
  if (!totals) return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label="Totals">
      <Group gap="xl">
        {totals.view.columns_headers.map((metric, index) => {
          const value = valueAt(totals, index);
          return (
            <div key={metric}>
              <Text size="xs" c="dimmed">
                <ShownName raw={metric} />
              </Text>
              <Text fw={650} style={{ fontVariantNumeric: 'tabular-nums' }}>
                {print(metric, value)}
              </Text>
              {before?.totals && (
                <Text size="xs" c="dimmed">
                  {value === undefined ? '' : printChange(value, valueAt(before.totals, index) ?? 0)} (
                  {print(metric, valueAt(before.totals, index))})
                </Text>
              )}
            </div>
          );
        })}
      </Group>
      {isCompared && (
        <Text size="xs" c="dimmed" mt={4} role="status">
          {before ? periodText(before.report) : 'Reports do not reach back to the period before: choose a shorter one.'}
        </Text>
      )}
    </Paper>
  );
}

function periodText(report: ReadReport | undefined): string {
  if (!report?.period) return 'Reading the period before';
  const { period, timeZone } = report;
  return `Compared with ${formatInstant(period.from, timeZone)} to ${formatInstant(period.to, timeZone)} ${timeZone}`;
}

function valueAt({ view }: ReadReport, index: number): number | undefined {
  const value = view.rows[0]?.[index];
  return typeof value === 'number' ? value : undefined;
}

const print = (metric: string, value: number | undefined) =>
  value === undefined ? '–' : `${formatNumber(value)}${isPercent(metric) ? ' %' : ''}`;
