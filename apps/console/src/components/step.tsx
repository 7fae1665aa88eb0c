import { Group, Loader, Stack, ThemeIcon, Title } from '@mantine/core';
import { CheckIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';

interface StepProps {
  number: number;
  title: string;
  /** Undefined: the step is not watched. */
  isDone?: boolean;
  /** The step before is done, and this one is about to be. */
  isWaiting?: boolean;
  children: ReactNode;
}

export function Step({ number, title, isDone, isWaiting = false, children }: StepProps) {
  return (
    <Group align="flex-start" wrap="nowrap" gap="md">
      <ThemeIcon
        radius="xl"
        size={30}
        variant={isDone ? 'filled' : 'default'}
        color="green.9"
        role="img"
        aria-label={isDone === undefined ? title : `${title}: ${isDone ? 'done' : 'to do'}`}
      >
        {isDone ? <CheckIcon /> : isWaiting ? <Loader size={16} aria-hidden /> : <span aria-hidden>{number}</span>}
      </ThemeIcon>
      <Stack gap="xs" flex={1} miw={0}>
        <Title order={3} size="h5" lh="30px">
          {title}
        </Title>
        {children}
      </Stack>
    </Group>
  );
}
