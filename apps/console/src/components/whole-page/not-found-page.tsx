import { Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { AnchorLink } from '../links.js';

/** Within the frame of a session. */
export function NotFound() {
  useDocumentTitle('No such page · Tributary');
  return (
    <Stack>
      <Title order={1} size="h2">
        There is no such page
      </Title>
      <Text>The address is wrong, or your token gives no access to what it names.</Text>
      <AnchorLink to="/">Go to the start page</AnchorLink>
    </Stack>
  );
}
