import { Button, Group, Text } from '@mantine/core';
import type { PageContext } from '@tributary/dashboards/datasets/page-context';
import { useState } from 'react';
import { editChart, nameOfChart, type ChartAt, type StoredChart } from './content/edit-content.js';
import classes from './editor.module.css';
import type { Editor } from './content/use-editor.js';
import { ChartForm } from './chart/chart-form.js';
import { ChartPreview } from './chart/chart-preview.js';

interface ChartEditorProps {
  editor: Editor;
  at: ChartAt;
  chart: StoredChart;
  context: PageContext;
}

/** A chart of a card as it will be drawn. The menu of its card has what else may be done to it. */
export function ChartEditor({ editor: { content, change }, at, chart, context }: ChartEditorProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={`${classes['chart']} ${chart.type?.toLowerCase() === 'metric' ? classes['short'] : ''}`}>
      <Group gap={4} wrap="nowrap" justify="space-between">
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => setOpen(true)}
          aria-label={`Edit ${nameOfChart(chart, at)}`}
        >
          Edit
        </Button>
        <Text size="xs" c="dimmed" truncate>
          {chart.type ?? 'shared chart'}
        </Text>
      </Group>
      <div className={classes['drawn']}>
        <ChartPreview chart={chart} context={context} order={2} hasMenu={false} />
      </div>
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
    </div>
  );
}
