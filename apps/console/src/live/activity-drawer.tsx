import { Badge, Drawer, Group, Stack, Table, Text, Title } from '@mantine/core';
import { identifiersOf, labelOf, type ActivityIdentifier } from '@tributary/client/activities/activity-identifiers';
import { asSent, describeActivity } from '@tributary/client/activities/describe-activity';
import { CopyButton } from '../components/copy-button.js';
import { curlOf } from '@tributary/client/requests/curl';
import { JsonView } from '../components/snippet.js';
import type { ActivityRow } from '../feed/feed-buffer.js';
import { apiUrl } from '../session/session.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { TraceLink } from '../traces/trace-link.js';
import { PersonLink } from './person-link.js';
import { StoredCheck } from './stored-check.js';
import { useOpenedRow } from './use-opened-row.js';

interface ActivityDrawerProps {
  id: string | undefined;
  rows: readonly ActivityRow[];
  onClose: () => void;
}

export function ActivityDrawer({ id, rows, onClose }: ActivityDrawerProps) {
  const row = useOpenedRow(id, rows);
  return (
    <Drawer opened={id !== undefined} onClose={onClose} title="Received activity" position="right" size="lg">
      {row ? (
        <ActivityDetails row={row} />
      ) : (
        <Text>This activity is not in the list any more. If it was stored, the page of the person holds it.</Text>
      )}
    </Drawer>
  );
}

function ActivityDetails({ row: { value: activity, received_ts, times } }: { row: ActivityRow }) {
  const { datamart_id } = useDatamart();
  const { type } = describeActivity(activity);
  const identifiers = identifiersOf(activity);
  const [strongest] = identifiers;
  const path = `/datamarts/${datamart_id}/user_activities`;
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="xs">
          <Badge variant="default" tt="none" size="lg">
            {type}
          </Badge>
          {times > 1 && <Text size="sm">sent {times} times, stored once</Text>}
        </Group>
        <Text size="sm">
          <Instant at={received_ts} />
        </Text>
      </Group>
      {strongest && <StoredCheck activity_id={activity.$id} identifier={strongest} />}
      <Group gap="xs">
        {strongest && <PersonLink identifier={strongest} />}
        <TraceLink activity_id={activity.$id} />
        <CopyButton
          withText
          label="Copy as curl"
          value={curlOf({ method: 'POST', apiUrl, path, body: asSent(activity) })}
        />
        <CopyButton withText label="Copy the id" value={activity.$id} />
      </Group>
      <Title order={3} size="h5">
        Identifiers
      </Title>
      <Identifiers identifiers={identifiers} />
      <Title order={3} size="h5">
        Activity
      </Title>
      <JsonView value={activity} label="the activity" maxHeight={520} />
    </Stack>
  );
}

const kinds = { account: 'Account', email: 'E-mail', agent: 'User agent' } as const;

function Identifiers({ identifiers }: { identifiers: readonly ActivityIdentifier[] }) {
  return (
    <Table aria-label="Identifiers" layout="fixed">
      <Table.Tbody>
        {identifiers.map((identifier) => (
          <Table.Tr key={`${identifier.kind} ${labelOf(identifier)}`}>
            <Table.Th scope="row" w={110}>
              {kinds[identifier.kind]}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{labelOf(identifier)}</Table.Td>
            <Table.Td w={50}>
              <CopyButton value={labelOf(identifier)} label="Copy the identifier" />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
