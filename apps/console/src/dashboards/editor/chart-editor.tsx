import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import type { PageContext } from '@tributary/dashboards/datasets/page-context';
import { useState } from 'react';
import { duplicateChart, editChart, type ChartAt, type StoredChart } from './content/edit-content.js';
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

/** A chart of a card as it will be drawn, with what may be done to it. */
export function ChartEditor({ editor: { content, change }, at, chart, context }: ChartEditorProps) {
  const [isOpen, setOpen] = useState(false);
  const name = chart.title || `chart ${at.chart + 1}`;
  return (
    <div className={classes['chart']}>
      <Group gap={4} wrap="nowrap" justify="space-between">
        <Button size="compact-xs" variant="default" onClick={() => setOpen(true)} aria-label={`Edit ${name}`}>
          Edit
        </Button>
        <Text size="xs" c="dimmed" truncate>
          {chart.type ?? 'shared chart'}
        </Text>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`Edit menu of ${name}`}>
              <DotsHorizontalIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => change(duplicateChart(content, at))}>Duplicate the chart</Menu.Item>
            <Menu.Item onClick={() => change(editChart(content, at, () => []))}>Remove the chart</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <div className={classes['drawn']}>
        <ChartPreview chart={chart} context={context} order={2} />
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
