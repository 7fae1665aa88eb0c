import {
  listThrottlingsOptions,
  deleteThrottlingMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { PluginVersion, Throttling } from '@tributary/client/generated/types.gen';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SectionTitle } from '../../components/page.js';
import { EmptyState } from '../../components/empty-state.js';
import { pageQuery } from '../../components/paging.js';
import { type Column, RowButton, PagedTable } from '../../components/resource-table.js';
import { wordsOfScope } from './scope-meaning.js';
import { ThrottlingForm } from './throttling-form.js';
import { wordsOfRate } from './words-of-rate.js';
import { ConfirmWrite } from '../../components/confirm-dialog.js';

interface ThrottlingsSectionProps {
  version: PluginVersion;
  mayEdit: boolean;
  page: number;
  onPage: (page: number) => void;
}

const limits: Column<Throttling>[] = [
  { header: 'Endpoint', cell: ({ plugin_endpoint }) => <code>{plugin_endpoint}</code> },
  {
    header: 'Scope',
    cell: (throttling) => (
      <>
        {throttling.scope}
        <Text size="xs" c="dimmed">
          {wordsOfScope(throttling)}
        </Text>
      </>
    ),
  },
  {
    header: 'Calls per second',
    cell: ({ max_qps }) =>
      max_qps === undefined ? (
        'no limit'
      ) : (
        <>
          {max_qps}
          <Text size="xs" c="dimmed">
            {wordsOfRate(max_qps)}
          </Text>
        </>
      ),
  },
  { header: 'At the same time', cell: ({ max_concurrency }) => max_concurrency ?? 'no limit' },
  {
    header: 'Timeout',
    cell: ({ timeout_ms }) => (timeout_ms === undefined ? 'default' : `${timeout_ms.toLocaleString('en')} ms`),
  },
];

export function ThrottlingsSection({ version, mayEdit, page, onPage }: ThrottlingsSectionProps) {
  const path = { plugin_id: version.plugin_id, version_id: version.id };
  const list = useQuery(listThrottlingsOptions({ path, query: pageQuery(page) }));
  const [edited, setEdited] = useState<Throttling | 'new'>();
  const [deleted, setDeleted] = useState<Throttling>();
  const add = mayEdit && (
    <Button size="xs" onClick={() => setEdited('new')}>
      Add a throttling
    </Button>
  );
  const actions = (throttling: Throttling) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <RowButton onClick={() => setEdited(throttling)}>Edit</RowButton>
      <RowButton onClick={() => setDeleted(throttling)}>Delete</RowButton>
    </Group>
  );
  return (
    <Stack gap="xs" component="section" aria-label="Throttlings">
      <Group justify="space-between">
        <SectionTitle>Throttlings</SectionTitle>
        {(list.data?.total ?? 0) > 0 && add}
      </Group>
      <PagedTable
        query={list}
        page={page}
        onPage={onPage}
        label="Throttlings"
        rowKey={({ id }) => id}
        columns={[...limits, ...(mayEdit ? [{ header: 'Actions', align: 'right' as const, cell: actions }] : [])]}
        empty={
          <EmptyState title="No throttling" action={add}>
            A throttling limits the calls to one endpoint: how many per second, how many at once, and how long each may
            take. Every throttling that applies must permit a call.
          </EmptyState>
        }
      />
      {edited && (
        <ThrottlingForm
          version={version}
          throttling={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && <DeleteThrottling version={version} throttling={deleted} onClose={() => setDeleted(undefined)} />}
    </Stack>
  );
}

interface DeleteThrottlingProps {
  version: PluginVersion;
  throttling: Throttling;
  onClose: () => void;
}

function DeleteThrottling({ version, throttling, onClose }: DeleteThrottlingProps) {
  const path = { plugin_id: version.plugin_id, version_id: version.id, throttling_id: throttling.id };
  return (
    <ConfirmWrite
      title="Delete the throttling"
      onClose={onClose}
      write={deleteThrottlingMutation()}
      request={{ path }}
      changes={['listThrottlings']}
      confirm="Delete"
    >
      Within a second it no longer limits <code>{throttling.plugin_endpoint}</code> for {wordsOfScope(throttling)}.
      Other throttlings of the version still count.
    </ConfirmWrite>
  );
}
