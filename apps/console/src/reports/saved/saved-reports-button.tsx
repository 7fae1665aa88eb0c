import { Button, Group, Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useConnectedUser } from '../../session/connected-user.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { parseReport, printReport, type Report } from '../query/report.js';
import { listReports, storeReports, type SavedReport } from './saved-reports.js';

interface SavedReportsProps {
  report: Report;
  onOpen: (report: Report) => void;
}

/** The button of the reports that a user has saved in this browser. */
export function SavedReportsButton({ report, onOpen }: SavedReportsProps) {
  const [isOpen, setOpen] = useState(false);
  const open = (saved: Report) => {
    setOpen(false);
    onOpen(saved);
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Saved
      </Button>
      {isOpen && <SavedDialog report={report} onOpen={open} onClose={() => setOpen(false)} />}
    </>
  );
}

function SavedDialog({ report, onOpen, onClose }: SavedReportsProps & { onClose: () => void }) {
  const { id } = useConnectedUser();
  const { datamart_id } = useDatamart();
  const [reports, setReports] = useState(() => listReports(localStorage, id, datamart_id));
  const [name, setName] = useState('');
  const store = (next: SavedReport[]) => setReports(storeReports(localStorage, id, datamart_id, next));
  const save = (event: FormEvent) => {
    event.preventDefault();
    store([...reports, { name: name.trim(), search: printReport(report) }]);
    setName('');
  };
  return (
    <Modal opened onClose={onClose} title="Saved reports">
      <Stack gap="sm">
        <form onSubmit={save}>
          <Group align="flex-end">
            <TextInput
              label="Name of this report"
              flex={1}
              maxLength={100}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button type="submit" disabled={name.trim() === ''}>
              Save
            </Button>
          </Group>
        </form>
        {reports.length === 0 && <Text size="sm">None yet. They are yours, in this browser.</Text>}
        {reports.map((saved) => (
          <Group key={saved.name} justify="space-between" wrap="nowrap">
            <UnstyledButton td="underline" onClick={() => onOpen(parseReport({ ...saved.search }))}>
              {saved.name}
            </UnstyledButton>
            <Button
              size="xs"
              variant="default"
              aria-label={`Delete ${saved.name}`}
              onClick={() => store(reports.filter((each) => each.name !== saved.name))}
            >
              Delete
            </Button>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
