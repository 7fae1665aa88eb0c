import { Badge } from '@mantine/core';
import type { Rows } from '@tributary/dashboards/reports/read-whole-report';

const meanings = {
  newest: [
    'newest rows',
    'The period has more rows than can be read: the older ones are missing. Choose a shorter period.',
  ],
  largest: [
    '100 largest',
    'There are more rows: those with smaller values are missing. Filter the report to see them.',
  ],
  first: [
    'first 100',
    'There are more rows: those after the first 100 of this order are missing. Filter the report to see them.',
  ],
} as const;

/** Which rows are there, if some are missing. */
export function RowsBadge({ rows }: { rows: Rows }) {
  if (rows === 'all') return null;
  const [name, meaning] = meanings[rows];
  return (
    <Badge variant="default" tt="none" title={meaning}>
      {name}
    </Badge>
  );
}
