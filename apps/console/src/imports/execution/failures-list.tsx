import { Accordion, Badge, Code, Group, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../components/query-view.js';
import { CardTable } from '../../components/tables/card-table.js';
import { formatBytes } from '@tributary/client/imports/format-bytes';
import { openDataFile } from './data-file.js';
import { DownloadButton } from './download-button.js';
import { FailureGroups, type FailureGroup } from '@tributary/client/imports/group-failures';
import { readFailures } from '@tributary/client/imports/read-failures';

/** How much of the file of failures is read for the page. */
const shownBytes = 5_000_000;
/** How many lines of a group are shown. */
const shownExamples = 20;

export function FailuresList({ uri, total, fileName }: { uri: string; total: number; fileName: string }) {
  const query = useQuery({
    queryKey: ['import-failures', uri],
    queryFn: ({ signal }) => readGroups(uri, signal),
    staleTime: Infinity,
  });
  return (
    <Stack gap="xs" role="region" aria-label="Failed lines">
      <Group justify="space-between">
        <Title order={2} size="h3">
          Failed lines
        </Title>
        <DownloadButton uri={uri} name={`${fileName}.failures.ndjson`} label="Download all failures" />
      </Group>
      <QueryView query={query}>
        {({ groups, read, isWhole }) => (
          <>
            {!isWhole && (
              <Text size="sm" c="dimmed">
                Grouped are the first {read.toLocaleString('en')} of {total.toLocaleString('en')} failures (
                {formatBytes(shownBytes)} of their file). The download has all of them.
              </Text>
            )}
            <Accordion variant="separated" defaultValue="0">
              {groups.map((group, index) => (
                <GroupItem key={`${group.error_code} ${group.reason}`} value={String(index)} group={group} />
              ))}
            </Accordion>
          </>
        )}
      </QueryView>
    </Stack>
  );
}

async function readGroups(uri: string, signal: AbortSignal) {
  const groups = new FailureGroups();
  const { body } = await openDataFile(uri, signal);
  const isWhole = !body || (await readFailures(body, shownBytes, (failures) => groups.add(failures)));
  return { groups: groups.list(), read: groups.total, isWhole };
}

interface GroupItemProps {
  /** Becomes part of an id: a reason may hold anything. */
  value: string;
  group: FailureGroup;
}

function GroupItem({ value, group: { error_code, reason, count, examples } }: GroupItemProps) {
  return (
    <Accordion.Item value={value}>
      <Accordion.Control>
        <Group gap="xs" wrap="nowrap">
          <Badge variant="default" tt="none" style={{ flexShrink: 0 }}>
            {count.toLocaleString('en')}
          </Badge>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {reason}
          </Text>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <CardTable label={`Lines that failed: ${reason}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={80}>Line</Table.Th>
              <Table.Th>Error</Table.Th>
              <Table.Th>Content</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {examples.slice(0, shownExamples).map(({ line, byte_offset, error, content }) => (
              <Table.Tr key={byte_offset}>
                <Table.Td data-label="Line">{line}</Table.Td>
                <Table.Td data-label="Error">{error}</Table.Td>
                <Table.Td data-label="Content">
                  <Code>{content.slice(0, 300)}</Code>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </CardTable>
        <Text size="xs" c="dimmed">
          {error_code}
          {count > shownExamples && ` · the first ${shownExamples} of ${count.toLocaleString('en')}`}
        </Text>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
