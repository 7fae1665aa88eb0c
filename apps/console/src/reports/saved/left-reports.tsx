import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { RowButton } from '../../components/resource-table.js';
import { useConnectedUser } from '../../session/connected-user.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { parseReport, type Report } from '../query/report.js';
import { forgetLocalReport, type LeftReport } from './local-reports.js';

interface LeftReportsProps {
  reports: LeftReport[];
  onOpen: (report: Report) => void;
  onForgotten: () => void;
}

/** The reports of this browser that could not be moved to the server, with the reason. They can be opened, and saved by another name. */
export function LeftReports({ reports, onOpen, onForgotten }: LeftReportsProps) {
  const { id: user_id } = useConnectedUser();
  const { datamart_id } = useDatamart();
  const forget = (name: string) => {
    forgetLocalReport(() => localStorage, { user_id, datamart_id }, name);
    onForgotten();
  };
  if (reports.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label="Only in this browser">
      <Text size="sm" fw={600}>
        Only in this browser
      </Text>
      {reports.map(({ name, search, reason }) => (
        <Group key={name} justify="space-between" wrap="nowrap">
          <div>
            <UnstyledButton td="underline" onClick={() => onOpen(parseReport({ ...search }))}>
              {name}
            </UnstyledButton>
            <Text size="xs">{reason}</Text>
          </div>
          <RowButton aria-label={`Forget ${name}`} onClick={() => forget(name)}>
            Forget
          </RowButton>
        </Group>
      ))}
    </Stack>
  );
}
