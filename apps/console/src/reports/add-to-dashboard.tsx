import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { listDashboardsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { isClash } from '@tributary/client/dashboards/stored-content';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureNotice } from '../components/failure-notice.js';
import { wholeList } from '../components/paging.js';
import { useDatamart } from '../shell/use-datamart.js';
import type { StoredChart } from './add-chart-to-content.js';
import { useAddChart, type Target } from './use-add-chart.js';

interface AddToDashboardProps {
  chart: StoredChart;
  onAdded: () => void;
}

const newDashboard = 'new';

/** Where a chart is added: a dashboard of the list, or a new one. The only dashboard is chosen already. */
function AddToDashboard({ chart, onAdded }: AddToDashboardProps) {
  const { organisation_id } = useDatamart();
  const [chosen, setChosen] = useState<string | null>(null);
  const [title, setTitle] = useState('');
  const list = useQuery(listDashboardsOptions({ query: { organisation_id, archived: false, ...wholeList } }));
  const dashboards = list.data?.data ?? [];
  const add = useAddChart({ chart, onCreated: setChosen, onAdded });
  const preselected = dashboards.length > 1 ? null : (dashboards[0]?.id ?? newDashboard);
  const value = chosen ?? (list.isSuccess ? preselected : null);
  const target = targetOf(value, title, dashboards);
  return (
    <Stack gap="xs">
      <Select
        label="Add to the dashboard"
        placeholder="Choose one"
        data={[
          { value: newDashboard, label: 'A new dashboard' },
          ...dashboards.map((each) => ({ value: each.id, label: each.title })),
        ]}
        value={value}
        onChange={setChosen}
        searchable
      />
      {value === newDashboard && (
        <TextInput
          label="Title of the new dashboard"
          // The dialog gives the focus to the one as it opens; the list may arrive later.
          data-autofocus
          autoFocus
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      )}
      <Group>
        <Button disabled={!target} loading={add.isPending} onClick={() => target && add.mutate(target)}>
          Add
        </Button>
      </Group>
      {list.error && <FailureNotice failure={list.error} onRetry={() => void list.refetch()} />}
      {add.error && (
        <FailureNotice
          failure={add.error}
          {...(isClash(add.error) && { title: 'The dashboard was changed meanwhile: add it again' })}
        />
      )}
    </Stack>
  );
}

function targetOf(
  value: string | null,
  title: string,
  dashboards: readonly { id: string; title: string }[],
): Target | undefined {
  if (value === newDashboard) return title.trim() === '' ? undefined : { newTitle: title.trim() };
  if (value === null) return undefined;
  return { id: value, title: dashboards.find(({ id }) => id === value)?.title ?? 'the dashboard' };
}

export const AddToDashboardDialog = ({ chart, onClose }: { chart: StoredChart; onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Add this report to a dashboard">
    <AddToDashboard chart={chart} onAdded={onClose} />
  </Modal>
);
