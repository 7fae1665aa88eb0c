import { Stack, Text, Title } from '@mantine/core';
import { AnchorLink } from '../links.js';

/** Within the frame of a session. */
export function NotFound() {
  return (
    <Stack>
      <Title order={1}>There is no such page</Title>
      <Text>The address is wrong, or your token gives no access to what it names.</Text>
      <AnchorLink to="/">Go to the start page</AnchorLink>
    </Stack>
  );
}
