import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** A description of the list's resources, in one or two sentences. */
  children: ReactNode;
  /** The one button that fills the list, if the user may. */
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" data-testid="empty">
      {/* No heading: it would skip a level on pages without sections. */}
      <Text fw={600} size="lg">
        {title}
      </Text>
      <Text c="dimmed" ta="center" maw={520}>
        {children}
      </Text>
      {action}
    </Stack>
  );
}
