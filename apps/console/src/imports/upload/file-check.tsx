import { CheckCircledIcon, ExclamationTriangleIcon } from '@radix-ui/react-icons';
import { Alert, Badge, Code, Group, Stack, Table, Text } from '@mantine/core';
import type { LinesCheck } from '@tributary/client/imports/check-lines';

/** The first lines of a file, and their problems. They never prevent the upload. */
export function FileCheck({ check }: { check: LinesCheck }) {
  const { checked, problems, identifiers, fields } = check;
  const faulty = new Set(problems.map(({ line }) => line)).size;
  return (
    <Stack gap="sm" role="region" aria-label="Check of the first lines">
      {problems.length === 0 ? (
        <Alert variant="default" icon={<CheckCircledIcon />} title={`The first ${lines(checked)} can be read`}>
          The server checks every line, and decides.
        </Alert>
      ) : (
        <Alert
          variant="default"
          icon={<ExclamationTriangleIcon />}
          title={checked === 0 ? 'The file could not be checked' : `${faulty} of the first ${lines(checked)} may fail`}
        >
          You can upload the file all the same: lines that fail do not stop the others, and the result lists them.
        </Alert>
      )}
      {identifiers.length > 0 && (
        <Group gap="xs">
          <Text size="sm">Identifiers found:</Text>
          {identifiers.map(([field, count]) => (
            <Badge key={field} variant="default" tt="none">
              {field} on {lines(count)}
            </Badge>
          ))}
        </Group>
      )}
      {fields.length > 0 && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Fields: {fields.slice(0, 30).join(', ')}
          {fields.length > 30 && ` and ${fields.length - 30} more`}
        </Text>
      )}
      {problems.length > 0 && <ProblemTable problems={problems} />}
    </Stack>
  );
}

function ProblemTable({ problems }: Pick<LinesCheck, 'problems'>) {
  return (
    <Table aria-label="Problems by line" verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={60}>Line</Table.Th>
          <Table.Th>Problem</Table.Th>
          <Table.Th visibleFrom="sm">Content</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {problems.slice(0, 40).map(({ line, problem, content }, index) => (
          <Table.Tr key={index}>
            <Table.Td>{line}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{problem}</Table.Td>
            <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
              <Code>{content.slice(0, 120)}</Code>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const lines = (count: number) => (count === 1 ? '1 line' : `${count} lines`);
