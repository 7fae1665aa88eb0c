import {
  createSavedReportMutation,
  updateSavedReportMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import { deleteSavedReport } from '@tributary/client/generated/sdk.gen';
import type { SavedReport } from '@tributary/client/generated/types.gen';
import { Button, Group, Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useMutation, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { RowButton } from '../../components/resource-table.js';
import { untilGone } from '../../components/deletions/until-gone.js';
import { FailureNotice } from '../../components/failure-notice.js';
import { CheckedForm } from '../../components/forms/checked-form.js';
import { QueryView } from '../../components/query-view.js';
import { useSave } from '../../components/use-save.js';
import { useDatamart } from '../../shell/use-datamart.js';
import type { Report } from '../query/report.js';
import { LeftReports } from './left-reports.js';
import type { LeftReport } from './local-reports.js';
import { openedReport, storedReport } from './stored-report.js';

interface Listed {
  reports: SavedReport[];
  left: LeftReport[];
}

interface SavedReportsDialogProps {
  query: UseQueryResult<Listed>;
  report: Report;
  onOpen: (report: Report) => void;
  onClose: () => void;
}

export function SavedReportsDialog({ query, report, onOpen, onClose }: SavedReportsDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Saved reports">
      <QueryView query={query}>
        {({ reports, left }) => (
          <Stack gap="sm">
            <SaveForm reports={reports} report={report} />
            {reports.length === 0 && <Text size="sm">None yet. They are yours: no other user sees them.</Text>}
            {reports.map((saved) => (
              <SavedRow key={saved.id} saved={saved} onOpen={onOpen} />
            ))}
            <LeftReports reports={left} onOpen={onOpen} onForgotten={() => void query.refetch()} />
          </Stack>
        )}
      </QueryView>
    </Modal>
  );
}

/** A report of the same name is replaced. */
function SaveForm({ reports, report }: { reports: SavedReport[]; report: Report }) {
  const { datamart_id } = useDatamart();
  const [name, setName] = useState('');
  const body = { name: name.trim(), ...storedReport(report) };
  const existing = reports.find((saved) => saved.name === body.name);
  const { create, update, isPending, error } = useSave({
    create: createSavedReportMutation(),
    update: updateSavedReportMutation(),
    isNew: !existing,
    changes: ['listSavedReports'],
    onSaved: () => setName(''),
  });
  const save = () => {
    if (existing) update({ path: { datamart_id, saved_report_id: existing.id }, body });
    else create({ path: { datamart_id }, body });
  };
  return (
    <CheckedForm onSubmit={save}>
      <Group align="flex-end">
        <TextInput
          label="Name of this report"
          required
          flex={1}
          maxLength={100}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" loading={isPending}>
          {existing ? 'Replace' : 'Save'}
        </Button>
      </Group>
      {error && <FailureNotice failure={error} title="The report was not saved" />}
    </CheckedForm>
  );
}

function SavedRow({ saved, onOpen }: { saved: SavedReport; onOpen: (report: Report) => void }) {
  const { datamart_id } = useDatamart();
  const remove = useMutation({
    mutationFn: () => untilGone(deleteSavedReport({ path: { datamart_id, saved_report_id: saved.id } })),
    meta: { changes: ['listSavedReports'] },
  });
  const report = openedReport(saved);
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        {report ? (
          <UnstyledButton td="underline" onClick={() => onOpen(report)}>
            {saved.name}
          </UnstyledButton>
        ) : (
          <Text size="sm">
            {saved.name}: it has more than this page can show. `tributary report --saved` prints it.
          </Text>
        )}
        <RowButton aria-label={`Delete ${saved.name}`} loading={remove.isPending} onClick={() => remove.mutate()}>
          Delete
        </RowButton>
      </Group>
      {remove.error && <FailureNotice failure={remove.error} />}
    </>
  );
}
