import type { StoredUserActivity } from '@tributary/client/generated/types.gen';
import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { Fragment } from 'react';
import { CardTable } from '../../components/tables/card-table.js';
import { JsonView } from '../../components/snippet.js';
import { ChannelName } from '../../words/channel-name.js';
import { Instant } from '../../time/instant.js';
import { TraceLink } from '../../traces/trace-link.js';
import { describeProperties } from './describe-properties.js';

const columns = ['When', 'Type', 'Events', 'Channel', 'JSON'];
const shownEvents = 6;

interface ActivityTableProps {
  activities: readonly StoredUserActivity[];
  /** `$id` of the one whose JSON is shown. */
  opened: string | undefined;
  onOpen: (id: string | undefined) => void;
}

export const ActivityTable = ({ activities, opened, onOpen }: ActivityTableProps) => (
  <CardTable label="Activities" minWidth={560}>
    <Table.Thead>
      <Table.Tr>
        {columns.map((column) => (
          <Table.Th key={column}>{column}</Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {activities.map((activity) => (
        <ActivityRow
          key={activity.$id}
          activity={activity}
          isOpened={activity.$id === opened}
          onToggle={() => onOpen(activity.$id === opened ? undefined : activity.$id)}
        />
      ))}
    </Table.Tbody>
  </CardTable>
);

interface ActivityRowProps {
  activity: StoredUserActivity;
  isOpened: boolean;
  onToggle: () => void;
}

const ActivityRow = ({ activity, isOpened, onToggle }: ActivityRowProps) => (
  <Fragment>
    <Table.Tr>
      <Table.Td data-label="When">
        <Instant at={activity.$ts} />
      </Table.Td>
      <Table.Td data-label="Type">{activity.$type}</Table.Td>
      <Table.Td data-label="Events">
        <Events activity={activity} />
      </Table.Td>
      <Table.Td data-label="Channel">
        <ChannelName id={activity.$site_id ?? activity.$app_id ?? activity.$ctv_id ?? ''} />
      </Table.Td>
      <Table.Td>
        <Button size="compact-xs" variant="default" aria-expanded={isOpened} onClick={onToggle}>
          {isOpened ? 'Hide' : 'Show'}
        </Button>
      </Table.Td>
    </Table.Tr>
    {isOpened && (
      <Table.Tr>
        <Table.Td colSpan={columns.length}>
          <TraceLink activity_id={activity.$id} />
          <JsonView value={activity} label="the activity" />
        </Table.Td>
      </Table.Tr>
    )}
  </Fragment>
);

function Events({ activity }: { activity: StoredUserActivity }) {
  const events = activity.$events ?? [];
  if (events.length === 0) return <Text span>–</Text>;
  return (
    <Stack gap={4}>
      {events.slice(0, shownEvents).map(({ $event_name, $properties }, index) => (
        <Group key={index} gap={6}>
          <Badge variant="default" tt="none">
            {$event_name}
          </Badge>
          <Text span size="xs" c="dimmed">
            {describeProperties($properties)}
          </Text>
        </Group>
      ))}
      {events.length > shownEvents && <Text size="sm">and {events.length - shownEvents} more</Text>}
    </Stack>
  );
}
