import { Anchor, Box, Stack, Text } from '@mantine/core';
import { CubeIcon } from '@radix-ui/react-icons';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { NavigationLink } from '../components/links.js';
import { useConnectedUser } from '../session/connected-user.js';
import { apiUrl } from '../session/session.js';
import { groups, navigation } from './navigation.js';
import { ZoneSelect } from './zone-select.js';

/** The pages of the datamart in the address; without one, of that before it. */
export function NavigationLinks({ onNavigate }: { onNavigate: () => void }) {
  const datamart_id = useLastDatamart();
  return (
    <>
      <Box flex={1} style={{ overflowY: 'auto' }}>
        {datamart_id !== undefined &&
          groups.map((group) => (
            <Stack key={group} gap={0} mb="xs">
              <Text size="xs" fw={600} c="dimmed" px="xs">
                {group}
              </Text>
              {navigation
                .filter((page) => page.group === group)
                .map(({ label, to, icon: Icon }) => (
                  <NavigationLink
                    key={to}
                    to={to}
                    params={{ datamart_id }}
                    activeOptions={{ exact: to === '/d/$datamart_id', includeSearch: false }}
                    label={label}
                    leftSection={<Icon />}
                    onClick={onNavigate}
                    py={2}
                  />
                ))}
            </Stack>
          ))}
        <NavigationLink
          to="/organisations"
          label="Organisations"
          leftSection={<CubeIcon />}
          onClick={onNavigate}
          py={2}
        />
      </Box>
      {/* The header of a phone has no room for it. */}
      <ZoneSelect hiddenFrom="md" m="xs" />
      {/* With an opener, the tab gets a copy of the session, and is signed in. It is a page of this server. */}
      <Anchor size="xs" p="xs" href={`${apiUrl.replace(/\/v1$/, '')}/docs`} target="_blank" rel="opener">
        API reference
      </Anchor>
    </>
  );
}

/** The datamart in the address, or the last that was; at first that which `/` opens. Undefined without any. */
function useLastDatamart(): string | undefined {
  const { datamart_id } = useParams({ strict: false });
  const { datamarts } = useConnectedUser();
  const [last, setLast] = useState(datamart_id);
  if (datamart_id !== undefined && datamart_id !== last) setLast(datamart_id);
  return datamarts.find(({ id }) => id === last)?.id ?? datamarts[0]?.id;
}
