import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { Alert, Card, Group, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { AnchorLink } from '../../components/links.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { DownloadButton } from './download-button.js';
import { FailuresList } from './failures-list.js';

type Result = NonNullable<DocumentImportExecution['result']>;

/** The counts of an execution that has ended. */
export function ExecutionResult({ result }: { result: Result }) {
  const { total_success, total_failure, total_refused_by_choice = 0, total_unprocessed = 0 } = result;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        <Count label="Lines succeeded" count={total_success} />
        <Count label="Lines failed" count={total_failure} />
        {total_refused_by_choice > 0 && (
          <Count label="Of the successes, not stored: refused by a choice" count={total_refused_by_choice} />
        )}
        {total_unprocessed > 0 && <Count label="Lines not processed" count={total_unprocessed} />}
      </SimpleGrid>
      {result.possible_issue_on_identifiers && <PossibleIssue result={result} />}
      {result.possible_issue_on_times && <EarlyTimes />}
      <IgnoredFields fields={result.ignored_fields} />
      <TopIdentifiers identifiers={result.top_identifiers} />
      {result.error_file_uri && (
        <FailuresList uri={result.error_file_uri} total={total_failure} fileName={result.input_file_name} />
      )}
      <Group>
        <DownloadButton uri={result.input_file_uri} name={result.input_file_name} label="Download the file as sent" />
      </Group>
    </Stack>
  );
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <Card withBorder padding="sm">
      <Text size="xl" fw={600}>
        {count.toLocaleString('en')}
      </Text>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
    </Card>
  );
}

function PossibleIssue({ result: { top_identifiers } }: { result: Result }) {
  const [[name, count] = ['', 0]] = Object.entries(top_identifiers);
  return (
    <Alert variant="default" title="One identifier is on many lines">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name} is on {count.toLocaleString('en')} lines, more than 1 % of the file. If it is a placeholder of the system
        that wrote the file, these lines have joined different people into one. Check it before you import more.
      </Text>
    </Alert>
  );
}

function EarlyTimes() {
  return (
    <Alert variant="default" title="Times are before the year 2000">
      <Text size="sm">
        More than 1 % of the lines have such a time: it is probably in seconds. A time is in milliseconds since 1970.
      </Text>
    </Alert>
  );
}

/** @param fields absent in the answer of an older service */
function IgnoredFields({ fields = {} }: { fields?: Result['ignored_fields'] }) {
  const names = Object.entries(fields);
  if (names.length === 0) return null;
  return (
    <Alert variant="default" title="Fields without effect">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        Lines of this type do not have:{' '}
        {names.map(([name, lines]) => `${name} (${lines.toLocaleString('en')} lines)`).join(', ')}.
      </Text>
    </Alert>
  );
}

function TopIdentifiers({ identifiers }: { identifiers: Result['top_identifiers'] }) {
  const { datamart_id } = useDatamart();
  const rows = Object.entries(identifiers);
  if (rows.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h3">
        Most frequent identifiers
      </Title>
      <Table aria-label="Most frequent identifiers" verticalSpacing={4} maw={720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Identifier</Table.Th>
            <Table.Th ta="right">Lines</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, count]) => (
            <Table.Tr key={name}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <AnchorLink to="/d/$datamart_id/people/$selector" params={{ datamart_id, selector: name }} size="sm">
                  {name}
                </AnchorLink>
              </Table.Td>
              <Table.Td ta="right">{count.toLocaleString('en')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
