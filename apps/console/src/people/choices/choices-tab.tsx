import { listUserChoicesOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { UserChoice } from '@tributary/client/generated/types.gen';
import { Accordion, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../components/empty-state.js';
import { QueryView } from '../../components/query-view.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { Instant } from '../../time/instant.js';
import { ChoiceForm } from './choice-form.js';
import { Answer, ChoiceHistory } from './choice-history.js';
import { useProcessings } from './use-processings.js';
import { wholeList } from '../../components/paging.js';

export function ChoicesTab({ user_point_id }: { user_point_id: string }) {
  const { datamart_id, may } = useDatamart();
  const { nameOf } = useProcessings();
  const [isRecording, setRecording] = useState(false);
  const choices = useQuery(
    listUserChoicesOptions({ path: { datamart_id, user_point_selector: user_point_id }, query: wholeList }),
  );
  const record = may('EDITOR') && <Button onClick={() => setRecording(true)}>Record a choice</Button>;
  return (
    <>
      <QueryView query={choices}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No choice" action={record}>
              Whether the person agrees to a processing of data, as it was last recorded, is listed here.
            </EmptyState>
          ) : (
            <>
              <Group justify="flex-end" mb="sm">
                {record}
              </Group>
              <Accordion variant="contained" order={2}>
                {data.map((choice) => (
                  <ChoiceItem
                    key={choice.$processing_id}
                    choice={choice}
                    name={nameOf(choice.$processing_id)}
                    user_point_id={user_point_id}
                  />
                ))}
              </Accordion>
            </>
          )
        }
      </QueryView>
      {isRecording && <ChoiceForm user_point_id={user_point_id} onClose={() => setRecording(false)} />}
    </>
  );
}

interface ChoiceItemProps {
  choice: UserChoice;
  name: string | undefined;
  user_point_id: string;
}

const ChoiceItem = ({ choice, name, user_point_id }: ChoiceItemProps) => (
  <Accordion.Item value={choice.$processing_id}>
    <Accordion.Control>
      <Group justify="space-between" gap="xs">
        <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name ?? `Processing ${choice.$processing_id}`}
        </Text>
        <Group gap="xs">
          <Answer isAccepted={choice.$choice_acceptance_value} />
          <Instant at={choice.$choice_ts} />
        </Group>
      </Group>
    </Accordion.Control>
    <Accordion.Panel>
      <ChoiceHistory processing_id={choice.$processing_id} user_point_id={user_point_id} />
    </Accordion.Panel>
  </Accordion.Item>
);
