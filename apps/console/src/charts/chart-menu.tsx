import { ActionIcon, Menu } from '@mantine/core';
import { BarChartIcon, CodeIcon, DotsHorizontalIcon, DownloadIcon, ReloadIcon, TableIcon } from '@radix-ui/react-icons';
import type { Result } from '@tributary/dashboards/results/result';
import type { NameOf } from '@tributary/dashboards/values/add-names';
import { downloadCsv } from './download-csv.js';

interface ChartMenuProps {
  title: string;
  /** Undefined while there is none. */
  result: Result | undefined;
  asTable: boolean;
  /** The time zone of its keys, if they are dates. */
  dateZone: string | undefined;
  /** The names of the ids among its keys. */
  nameOf: NameOf;
  /** Undefined for charts that are a table anyway. */
  onToggle: (() => void) | undefined;
  onWhy?: (() => void) | undefined;
  onRetry?: (() => void) | undefined;
}

export function ChartMenu({ title, result, asTable, dateZone, nameOf, onToggle, onWhy, onRetry }: ChartMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Menu of ${title}`}>
          <DotsHorizontalIcon />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {result && onToggle && (
          <Menu.Item leftSection={asTable ? <BarChartIcon /> : <TableIcon />} onClick={onToggle}>
            {asTable ? 'Show the chart' : 'Show as a table'}
          </Menu.Item>
        )}
        {result && (
          <Menu.Item
            leftSection={<DownloadIcon />}
            onClick={() => downloadCsv(title, result, { timeZone: dateZone, nameOf })}
          >
            Download CSV
          </Menu.Item>
        )}
        {onWhy && (
          <Menu.Item leftSection={<CodeIcon />} onClick={onWhy}>
            Why: the query
          </Menu.Item>
        )}
        {onRetry && (
          <Menu.Item leftSection={<ReloadIcon />} onClick={onRetry}>
            Refresh
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
