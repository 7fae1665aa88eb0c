import { Badge } from '@mantine/core';
import type { PeriodNote } from '@tributary/dashboards/datasets/period-note';

/** Says of a chart that it does not show the period that its author gave it, or not that of the page. */
export function PeriodBadge({ note }: { note: PeriodNote | undefined }) {
  if (!note) return null;
  const [name, meaning] = wordsOf(note);
  return (
    <Badge variant="default" tt="none" title={meaning}>
      {name}
    </Badge>
  );
}

const wordsOf = (note: PeriodNote): [name: string, meaning: string] =>
  note.kind === 'replaced'
    ? [
        'period of the page',
        `This chart's own period is ${note.own.start_date} to ${note.own.end_date}. The period of the page counts instead.`,
      ]
    : ['no period', 'The values of this chart are those of a file: the period of the page does not change them.'];
