import { Button, Group, Text } from '@mantine/core';

interface BulkAction {
  label: string;
  /** How many of the chosen ones it is for. None: it is not offered. */
  count: number;
  onStart: () => void;
}

/** The actions for all chosen rows of a list. */
export function BulkBar({ count, actions }: { count: number; actions: readonly BulkAction[] }) {
  if (count === 0) return null;
  return (
    <Group gap="xs" mb="sm" role="group" aria-label="The chosen ones">
      <Text size="sm">{count} chosen</Text>
      {actions
        .filter((action) => action.count > 0)
        .map((action) => (
          <Button key={action.label} size="xs" variant="default" onClick={action.onStart}>
            {`${action.label} ${action.count}`}
          </Button>
        ))}
    </Group>
  );
}
