import { listUserChoiceChangesOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UserChoice } from '@tributary/client/generated/types.gen';
import { Badge, Code, Group, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QueryView } from '../../components/query-view.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { Instant } from '../../time/instant.js';

const most = 100;

/** Every write of one choice, newest first. */
export function ChoiceHistory({ processing_id, user_point_id }: { processing_id: string; user_point_id: string }) {
  const { datamart_id } = useDatamart();
  const changes = useQuery(
    listUserChoiceChangesOptions({
      path: { datamart_id, user_point_selector: user_point_id, processing_id },
      query: { max_results: most },
    }),
  );
  return (
    <QueryView query={changes}>
      {({ data, total }) => (
        <>
          <Timeline active={0} bulletSize={14}>
            {data.map((change, index) => (
              <Timeline.Item key={index}>
                <Group gap="xs">
                  <Answer isAccepted={change.$choice_acceptance_value} />
                  <Instant at={change.$choice_ts} />
                  {index === 0 && <Text size="sm">is in force</Text>}
                </Group>
                <Text size="sm" c="dimmed" component="div">
                  received <Instant at={change.$creation_ts} />
                </Text>
                <CustomFields choice={change} />
              </Timeline.Item>
            ))}
          </Timeline>
          {total > data.length && (
            <Text size="sm">
              The latest {data.length} of {total} writes are shown.
            </Text>
          )}
        </>
      )}
    </QueryView>
  );
}

const known = new Set(['$processing_id', '$choice_ts', '$choice_acceptance_value', '$creation_ts']);

function CustomFields({ choice }: { choice: UserChoice }) {
  const fields = Object.entries(choice).filter(([name]) => !known.has(name));
  if (fields.length === 0) return null;
  return <Code style={{ overflowWrap: 'anywhere' }}>{JSON.stringify(Object.fromEntries(fields))}</Code>;
}

/** In words as well as in colour. */
export const Answer = ({ isAccepted }: { isAccepted: boolean }) => (
  <Badge variant="filled" color={isAccepted ? 'teal.9' : 'red'}>
    {isAccepted ? 'accepted' : 'refused'}
  </Badge>
);
