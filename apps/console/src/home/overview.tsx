import { Card, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AnchorLink } from '../components/links.js';
import { QueryView } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant, useReportZone } from '../time/instant.js';
import type { PeriodSearch } from '../dates/period-search.js';
import { nameOfRange } from '../dates/presets.js';
import { usePeriod } from '../dates/use-period.js';
import { daysOf, daysUntil, describeChange } from './daily-bars.js';
import { DailyChart } from './daily-chart.js';
import {
  byDayOptions,
  collectionsOptions,
  lastWeek,
  totalsOptions,
  weekBefore,
  type Report,
} from './overview-queries.js';

/** The activities of a period, by default of the last days. */
export function Overview({ period }: { period: PeriodSearch }) {
  const { datamart_id } = useDatamart();
  const timeZone = useReportZone();
  const { dateRange } = usePeriod(period);
  const byDay = useQuery(byDayOptions(datamart_id, timeZone, dateRange));
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md">
        <TotalCards period={period} />
        <CollectionsCard />
      </SimpleGrid>
      <QueryView query={byDay} skeleton={<Skeleton height={250} />}>
        {({ rows, watermark }) => (
          <>
            <DailyChart
              days={dateRange ? daysOf(dateRange, timeZone, rows) : daysUntil(localEnd(timeZone, watermark), 14, rows)}
              timeZone={timeZone}
            />
            {watermark !== undefined && (
              <Text size="sm" c="dimmed">
                Complete to <Instant at={watermark} />
              </Text>
            )}
          </>
        )}
      </QueryView>
    </Stack>
  );
}

const metrics = ['Users', 'Sessions', 'Revenue'] as const;

const localEnd = (timeZone: string, watermark: number | undefined) =>
  new ReportZone(timeZone).toLocal(watermark ?? Date.now());

function TotalCards({ period }: { period: PeriodSearch }) {
  const { datamart_id } = useDatamart();
  const timeZone = useReportZone();
  const { dateRange, before: rangeBefore } = usePeriod(period);
  const last = useQuery(totalsOptions(datamart_id, dateRange ? { range: dateRange, timeZone } : lastWeek));
  const compared = dateRange ? rangeBefore && { range: rangeBefore, timeZone } : weekBefore;
  const before = useQuery({ ...totalsOptions(datamart_id, compared ?? weekBefore), enabled: compared !== undefined });
  const shown = dateRange ?? lastWeek.range;
  const valueOf = (report: Report | undefined, place: number) => Number(report?.rows[0]?.[place] ?? 0);
  return metrics.map((label, place) => (
    <NumberCard
      key={label}
      label={`${label}, ${dateRange ? nameOfRange(dateRange).toLowerCase() : 'last 7 days'}`}
      link={(text) => (
        <AnchorLink
          to="/d/$datamart_id/reports"
          params={{ datamart_id }}
          search={{ metrics: label.toLowerCase(), from: shown.start_date, to: shown.end_date }}
          inherit
        >
          {text}
        </AnchorLink>
      )}
    >
      <QueryView query={last} skeleton={<Skeleton height={56} />}>
        {(report) => (
          <>
            <Big>{format(valueOf(report, place))}</Big>
            <Text size="sm" c="dimmed">
              {before.data && compared
                ? describeChange(valueOf(report, place), valueOf(before.data, place), dateRange && 'the period before')
                : ' '}
            </Text>
            {label === 'Revenue' && (
              <Text size="xs" c="dimmed">
                Amounts as they were sent, without a currency
              </Text>
            )}
          </>
        )}
      </QueryView>
    </NumberCard>
  ));
}

function CollectionsCard() {
  const { datamart_id } = useDatamart();
  const collections = useQuery(collectionsOptions(datamart_id));
  return (
    <NumberCard
      label="Collections"
      link={(text) => (
        <AnchorLink to="/d/$datamart_id/platform" params={{ datamart_id }} inherit>
          {text}
        </AnchorLink>
      )}
    >
      <QueryView query={collections} skeleton={<Skeleton height={56} />}>
        {(counts) => {
          const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
          const people = format(counts.get('UserPoint') ?? 0);
          return (
            <>
              <Big>{total === 0 ? '–' : format(total)}</Big>
              <Text size="sm" c="dimmed">
                {total === 0 ? 'counted within a minute' : `records, of ${people} people · counted each minute`}
              </Text>
            </>
          );
        }}
      </QueryView>
    </NumberCard>
  );
}

interface NumberCardProps {
  label: string;
  /** To the page with more about the number. */
  link: (text: string) => ReactNode;
  children: ReactNode;
}

function NumberCard({ label, link, children }: NumberCardProps) {
  return (
    <Card withBorder padding="md" component="section" aria-label={label}>
      <Title order={2} size="sm" fw={500} c="dimmed">
        {link(label)}
      </Title>
      {children}
    </Card>
  );
}

const Big = ({ children }: { children: string }) => (
  <Text
    fz={{ base: '1.5rem', xs: '2rem' }}
    lh={1.3}
    fw={650}
    style={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
  >
    {children}
  </Text>
);

const format = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 1_000 ? 2 : 0 });
