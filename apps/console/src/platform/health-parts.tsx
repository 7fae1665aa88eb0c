import { Badge, Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../components/query-view.js';
import { healthOptions } from './health-query.js';

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
