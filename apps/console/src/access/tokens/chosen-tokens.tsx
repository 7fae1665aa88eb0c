import { Button, Group, Text } from '@mantine/core';

export function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The action for all chosen ones. */
export function ChosenTokens({ count, onRevoke }: { count: number; onRevoke: () => void }) {
  if (count === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm">{count} chosen</Text>
      <Button size="xs" variant="default" onClick={onRevoke}>
        Revoke the chosen ones
      </Button>
    </Group>
  );
}
