import { Button, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Period } from '@tributary/contracts/rules/date-range';
import { listLeftOut, type LeftOutItem } from '@tributary/dashboards/reports/list-left-out';
import { useId, useState } from 'react';
import { QueryView } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { explanationOptions } from './query/explanation-query.js';

interface LeftOutProps {
  period: Period;
  timeZone: string;
}

/** The things that a report leaves out, and why. It is read when it is opened. */
export function LeftOut({ period, timeZone }: LeftOutProps) {
  const [opened, setOpened] = useState(false);
  const region = useId();
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="subtle"
        size="compact-sm"
        px={0}
        aria-expanded={opened}
        aria-controls={region}
        onClick={() => setOpened(!opened)}
      >
        What is left out
      </Button>
      <div id={region} hidden={!opened}>
        {opened && <LeftOutItems period={period} timeZone={timeZone} />}
      </div>
    </Stack>
  );
}

function LeftOutItems({ period, timeZone }: LeftOutProps) {
  const { datamart_id } = useDatamart();
  const query = useQuery(explanationOptions(datamart_id, period, timeZone));
  return (
    <QueryView query={query}>
      {(explanation) =>
        explanation ? (
          <Table aria-label="Left out" w="auto" fz="sm">
            <Table.Tbody>
              {listLeftOut(explanation).map((item) => (
                <Item key={item.key} item={item} />
              ))}
            </Table.Tbody>
          </Table>
        ) : (
          <Text size="sm">This server does not say it: its version is older than this page.</Text>
        )
      }
    </QueryView>
  );
}

const Item = ({ item: { name, sentence, count, knownSince } }: { item: LeftOutItem }) => (
  <Table.Tr>
    <Table.Th scope="row">{name}</Table.Th>
    <Table.Td ta="right">{count === undefined ? 'not known' : count.toLocaleString('en')}</Table.Td>
    <Table.Td>
      {sentence}
      {knownSince !== undefined && (
        <>
          {' '}
          Known since <Instant at={knownSince} />.
        </>
      )}
    </Table.Td>
  </Table.Tr>
);
