import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { GuideLink } from '../guide/guide-link.js';

interface PageProps {
  title: string;
  /** The heading in place of the title. It stays out of the history of the browser, as a person's name must. */
  heading?: string | undefined;
  /** One sentence: what the page is for. */
  description?: ReactNode;
  /** Buttons at the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the console: its title, with a link to its part of the guide, and its content. */
export function Page({ title, heading = title, description, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Tributary`);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        {/* It leaves the room to the buttons beside it. */}
        <Box flex="1 1 300px">
          <Title order={1} size="h2" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            {heading}
          </Title>
          <Text c="dimmed" component="div">
            {description} <GuideLink />
          </Text>
        </Box>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** The title of a part of a page. */
export const SectionTitle = ({ children }: { children: ReactNode }) => (
  <Title order={2} size="h4">
    {children}
  </Title>
);

/** A button beside the one that a page is for. */
export const PlainButton = (props: { onClick: () => void; children: ReactNode }) => (
  <Button variant="default" {...props} />
);
