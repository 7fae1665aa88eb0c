import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { CopyButton } from '../../components/copy-button.js';
import { Instant } from '../../time/instant.js';
import { countOf, type TreeNode } from './flatten-tree.js';
import { Fact } from '../../components/fact.js';

export function ElementPanel({ node, path }: { node: TreeNode; path: readonly string[] }) {
  const { id, kind, name, column, discovery_date, last_seen_date, disappearance_date, isUnreadable } = node;
  return (
    <Card withBorder padding="sm" role="region" aria-label={`The ${kind} ${name}`}>
      <Stack gap="xs">
        <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Title>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {path.join(' › ')}
        </Text>
        {column ? (
          <>
            <Fact name="Type">{column.type_name}</Fact>
            <Fact name="Array">{yesNo(column.repeated)}</Fact>
            <Fact name="Primary key">{yesNo(column.primary_key)}</Fact>
            <Fact name="Nullable">{yesNo(column.nullable)}</Fact>
            <Fact name="Position">{column.index + 1}</Fact>
          </>
        ) : (
          <Fact name="Holds">{countOf(node)}</Fact>
        )}
        {(kind === 'table' || kind === 'column') && (
          <Fact name="Readable">
            {isUnreadable ? 'no: the account may see it, but not read it' : 'yes'}
            {node.read_access_disappearance_date !== undefined && (
              <>
                {' '}
                since <Instant at={node.read_access_disappearance_date} />
              </>
            )}
          </Fact>
        )}
        <Fact name="First seen">
          <Instant at={discovery_date} />
        </Fact>
        <Fact name="Last seen">
          <Instant at={last_seen_date} />
        </Fact>
        {disappearance_date !== undefined && (
          <Fact name="Disappeared">
            <Instant at={disappearance_date} />
          </Fact>
        )}
        <Group gap={4} wrap="nowrap">
          <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {id}
          </Text>
          <CopyButton value={id} label={`Copy the id of the ${kind}`} />
        </Group>
      </Stack>
    </Card>
  );
}

const yesNo = (value: boolean) => (value ? 'yes' : 'no');
