import { Button } from '@mantine/core';
import type { PageContext } from '@tributary/dashboards/datasets/page-context';
import { useState } from 'react';
import { editChart, nameOfChart, type ChartAt, type StoredChart } from './content/edit-content.js';
import type { Editor } from './content/use-editor.js';
import { ChartForm } from './chart/chart-form.js';

interface EditChartProps {
  editor: Editor;
  at: ChartAt;
  chart: StoredChart;
  /** Whether the card has other charts: the button names this one. */
  isNamed: boolean;
  context: PageContext;
}

/** The button that opens the form of a chart. The menu of its card has what else may be done to it. */
export function EditChart({ editor: { content, change }, at, chart, isNamed, context }: EditChartProps) {
  const [isOpen, setOpen] = useState(false);
  const name = `Edit ${nameOfChart(chart, at)}`;
  return (
    <>
      <Button size="compact-xs" variant="default" maw={160} onClick={() => setOpen(true)} aria-label={name}>
        {isNamed ? name : 'Edit'}
      </Button>
      {isOpen && (
        <ChartForm
          chart={chart}
          context={context}
          onClose={() => setOpen(false)}
          onApply={(next) => {
            change(editChart(content, at, () => [next]));
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
