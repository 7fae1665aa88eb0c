import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A name and its value, in a list of such lines. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Group gap="xs" align="baseline" style={{ overflowWrap: 'anywhere' }}>
    <Text c="dimmed" size="sm" w={110}>
      {name}
    </Text>
    <Group gap="xs" flex={1} miw={0} fz="sm">
      {children}
    </Group>
  </Group>
);
