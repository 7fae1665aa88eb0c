import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.js';
import { Instant } from '../../time/instant.js';
import { countOf, type TreeNode } from './flatten-tree.js';

/** All that is known of one element. */
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
            <Fact label="Type">{column.type_name}</Fact>
            <Fact label="Array">{yesNo(column.repeated)}</Fact>
            <Fact label="Primary key">{yesNo(column.primary_key)}</Fact>
            <Fact label="Nullable">{yesNo(column.nullable)}</Fact>
            <Fact label="Position">{column.index + 1}</Fact>
          </>
        ) : (
          <Fact label="Holds">{countOf(node)}</Fact>
        )}
        {kind === 'table' && (
          <Fact label="Readable">
            {isUnreadable ? 'no: the account may see it, but not read it' : 'yes'}
            {node.read_access_disappearance_date !== undefined && (
              <>
                {' '}
                since <Instant at={node.read_access_disappearance_date} />
              </>
            )}
          </Fact>
        )}
        <Fact label="First seen">
          <Instant at={discovery_date} />
        </Fact>
        <Fact label="Last seen">
          <Instant at={last_seen_date} />
        </Fact>
        {disappearance_date !== undefined && (
          <Fact label="Disappeared">
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

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="xs" align="flex-start">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  );
}
