import { Box, Button, Card, Group, Table, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { SectionTitle } from '../components/page.js';
import { barsOf, niceMaximum, type Day } from './daily-bars.js';

const height = 160;
const axisWidth = 44;
const labelHeight = 22;
/** That of `11-29`. */
const labelWidth = 34;

/** Sessions by day. As a table too, for those who do not see it. */
export function DailyChart({ days, timeZone }: { days: readonly Day[]; timeZone: string }) {
  const [isTable, setTable] = useState(false);
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" mb="xs">
        <SectionTitle>
          Sessions by day{' '}
          <Text span size="sm" c="dimmed">
            {timeZone}
          </Text>
        </SectionTitle>
        <Button size="compact-sm" variant="default" onClick={() => setTable(!isTable)}>
          {isTable ? 'Show the chart' : 'Show the table'}
        </Button>
      </Group>
      {isTable ? <DaysTable days={days} /> : <DaysChart days={days} />}
    </Card>
  );
}

function DaysChart({ days }: { days: readonly Day[] }) {
  const { ref, width } = useElementSize();
  const sessions = days.map((day) => day.sessions);
  const maximum = niceMaximum(Math.max(...sessions));
  const area = { width: Math.max(0, width - axisWidth), height };
  const every = Math.max(1, Math.ceil((52 * days.length) / Math.max(area.width, 52)));
  const total = sessions.reduce((sum, count) => sum + count, 0);
  const label = `Sessions by day: ${total.toLocaleString('en')} in ${days.length} days, at most ${Math.max(...sessions).toLocaleString('en')} a day`;
  return (
    <Box ref={ref} h={height + labelHeight + 8}>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height + labelHeight + 8}
        fontSize={11}
        fill="currentColor"
      >
        <g transform="translate(0 8)">
          {[0, maximum / 2, maximum].map((tick) => (
            <g key={tick} transform={`translate(0 ${height - (tick / maximum) * height})`}>
              <line x1={axisWidth} x2={width} stroke="var(--mantine-color-default-border)" />
              <text x={axisWidth - 8} dy="0.32em" textAnchor="end">
                {tick.toLocaleString('en')}
              </text>
            </g>
          ))}
          {barsOf(sessions, area, maximum).map((bar, place) => {
            const { date = '', sessions: count = 0, users = 0 } = days[place] ?? {};
            return (
              <g key={date} transform={`translate(${axisWidth} 0)`}>
                <rect {...bar} rx={2} fill="var(--mantine-color-anchor)">
                  <title>{`${date}: ${count.toLocaleString('en')} sessions, ${users.toLocaleString('en')} users`}</title>
                </rect>
                {(days.length - 1 - place) % every === 0 && (
                  <text
                    x={Math.min(bar.x + bar.width / 2, area.width - labelWidth / 2)}
                    y={height + 16}
                    textAnchor="middle"
                  >
                    {date.slice(5)}
                  </text>
                )}
              </g>
            );
          })}
        </g>
      </svg>
    </Box>
  );
}

function DaysTable({ days }: { days: readonly Day[] }) {
  return (
    <Table aria-label="Sessions by day">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Day</Table.Th>
          <Table.Th ta="right">Sessions</Table.Th>
          <Table.Th ta="right">Users</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {days.toReversed().map(({ date, sessions, users }) => (
          <Table.Tr key={date}>
            <Table.Td>{date}</Table.Td>
            <Table.Td ta="right">{sessions.toLocaleString('en')}</Table.Td>
            <Table.Td ta="right">{users.toLocaleString('en')}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
