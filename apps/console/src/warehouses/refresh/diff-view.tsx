import { Badge, Group, List, Stack, Text } from '@mantine/core';
import { isSame, type MetadataChange, type MetadataDiff } from '@tributary/client/warehouses/diff-metadata';

/** How many changes of a kind are listed. */
const shownChanges = 100;

export function DiffView({ diff }: { diff: MetadataDiff }) {
  if (isSame(diff)) return <Text size="sm">Nothing differs from the stored metadata.</Text>;
  return (
    <Stack gap="sm">
      <Changes title="Added" changes={diff.added} />
      <Changes title="Disappeared" changes={diff.disappeared} />
      <Changes title="Changed" changes={diff.changed} />
    </Stack>
  );
}

function Changes({ title, changes }: { title: string; changes: readonly MetadataChange[] }) {
  if (changes.length === 0) return null;
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Badge variant="default">{changes.length}</Badge>
      </Group>
      <List size="sm" aria-label={title}>
        {changes.slice(0, shownChanges).map(({ kind, path, detail }) => (
          <List.Item key={`${kind} ${path}`} style={{ overflowWrap: 'anywhere' }}>
            {kind} {path}
            {detail && `: ${detail}`}
          </List.Item>
        ))}
      </List>
      {changes.length > shownChanges && <Text size="sm">and {changes.length - shownChanges} more</Text>}
    </div>
  );
}
