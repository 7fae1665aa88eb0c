import { Badge, Group, Paper, Text } from '@mantine/core';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { QueryView } from '../components/query-view.js';
import { requestFailure } from '@tributary/client/request-failure';
import { basePath } from '../served-page.js';
import { readHealth, type Health } from './read-health.js';

/** Whether each part of the process that answers works. */
export function HealthParts() {
  const health = useQuery(healthOptions());
  return (
    <QueryView query={health}>
      {({ isUp, parts }) => (
        <>
          <Text c={isUp ? 'dimmed' : undefined} fw={isUp ? undefined : 700} role={isUp ? undefined : 'alert'}>
            {isUp ? 'Ready: every part works.' : 'Not ready: a part is down. Its logs say why.'} Parts of the process
            that answers this console; read every 10 seconds.
          </Text>
          <Group gap="xs" component="ul" p={0} m={0} aria-label="Parts">
            {parts.map(({ name, state }) => (
              <Paper key={name} component="li" withBorder px="sm" py={6} display="block">
                <Group gap="xs" wrap="nowrap">
                  <Text size="sm">{name}</Text>
                  <Badge variant={state === 'up' ? 'default' : 'filled'} color="red" tt="none">
                    {state}
                  </Badge>
                </Group>
              </Paper>
            ))}
          </Group>
        </>
      )}
    </QueryView>
  );
}

const readAgainAfterMs = 10_000;

/** The parts of the process that answers. It is outside of the API, at the root of the server. */
const healthOptions = () =>
  queryOptions({
    queryKey: ['health'],
    queryFn: async ({ signal }): Promise<Health> => {
      const response = await fetch(`${basePath}health/ready`, { signal }).catch((error: unknown) => {
        throw signal.aborted ? error : requestFailure(error, undefined);
      });
      const health = readHealth(await response.json().catch(() => undefined));
      if (!health) throw requestFailure(undefined, response);
      return health;
    },
    refetchInterval: readAgainAfterMs,
  });
