import {
  createProcessingSelectionMutation,
  deleteProcessingSelectionMutation,
  listProcessingSelectionsOptions,
  listProcessingsOptions,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { ProcessingSelection } from '@tributary/client/generated/types.gen';
import { Button, Group, Select, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmWrite } from '../components/confirm-dialog.js';
import { FailureNotice } from '../components/failure-notice.js';
import { QueryView } from '../components/query-view.js';
import { ResourceTable, type Column, RowButton } from '../components/resource-table.js';
import { useDatamart } from '../shell/use-datamart.js';
import { useOrganisation } from '../shell/use-organisation.js';
import { Instant } from '../time/instant.js';
import { wholeList } from '../components/paging.js';
import { SelectionPreview } from './selection-preview.js';

/** The processings that decide which activities of a channel are stored. */
export function ProcessingSelections({ channel_id }: { channel_id: string }) {
  const { datamart_id, may } = useDatamart();
  const query = { datamart_id, ...wholeList };
  const list = useQuery(listProcessingSelectionsOptions({ path: { channel_id }, query }));
  const [ending, setEnding] = useState<ProcessingSelection>();
  const actions: Column<ProcessingSelection> = {
    header: 'Actions',
    align: 'right',
    cell: (selection) => <RowButton onClick={() => setEnding(selection)}>End</RowButton>,
  };
  return (
    <QueryView query={list}>
      {({ data }) => (
        <>
          <ResourceTable
            label="Selected processings"
            rows={data}
            rowKey={({ id }) => id}
            columns={may('EDITOR') ? [...columns, actions] : columns}
            empty={<Text c="dimmed">None: every activity of the channel is stored.</Text>}
          />
          {ending && <EndSelection channel_id={channel_id} selection={ending} onClose={() => setEnding(undefined)} />}
          {may('EDITOR') && <SelectProcessing channel_id={channel_id} selected={data} />}
        </>
      )}
    </QueryView>
  );
}

const columns: Column<ProcessingSelection>[] = [
  {
    header: 'Processing',
    cell: ({ processing_id, processing_name }) => (
      <>
        {processing_name} <Text span c="dimmed">{`(${processing_id})`}</Text>
      </>
    ),
  },
  { header: 'Since', cell: ({ creation_ts }) => <Instant at={creation_ts} /> },
];

interface EndSelectionProps {
  channel_id: string;
  selection: ProcessingSelection;
  onClose: () => void;
}

function EndSelection({ channel_id, selection, onClose }: EndSelectionProps) {
  const { datamart_id } = useDatamart();
  return (
    <ConfirmWrite
      title={`End ${selection.processing_name}`}
      onClose={onClose}
      write={deleteProcessingSelectionMutation()}
      request={{ path: { channel_id, selection_id: selection.id }, query: { datamart_id } }}
      changes={['listProcessingSelections']}
      confirm="End"
    >
      The processing no longer decides which activities of the channel are stored. A channel without any stores every
      activity.
    </ConfirmWrite>
  );
}

interface SelectProcessingProps {
  channel_id: string;
  selected: ProcessingSelection[];
}

function SelectProcessing({ channel_id, selected }: SelectProcessingProps) {
  const { datamart_id } = useDatamart();
  const community_id = useOrganisation().data?.community_id;
  const processings = useQuery({
    ...listProcessingsOptions({ query: { community_id: community_id ?? '', ...wholeList } }),
    enabled: community_id !== undefined,
  });
  const [processing_id, setProcessing] = useState<string | null>(null);
  const { mutate, isPending, error } = useMutation({
    ...createProcessingSelectionMutation(),
    meta: { changes: ['listProcessingSelections'] },
    onSuccess: () => setProcessing(null),
  });
  const offered = (processings.data?.data ?? []).filter(
    ({ id, archived }) => !archived && !selected.some((selection) => selection.processing_id === id),
  );
  return (
    <>
      <Group align="flex-end" mt="sm">
        <Select
          label="Select a processing"
          placeholder={offered.length === 0 ? 'No other processing' : 'Choose'}
          searchable
          data={offered.map(({ id, name }) => ({ value: id, label: `${name} (${id})` }))}
          value={processing_id}
          onChange={setProcessing}
        />
        <Button
          variant="default"
          disabled={processing_id === null}
          loading={isPending}
          onClick={() =>
            processing_id && mutate({ path: { channel_id }, query: { datamart_id }, body: { processing_id } })
          }
        >
          Select
        </Button>
      </Group>
      {processing_id !== null && <SelectionPreview channel_id={channel_id} processing_id={processing_id} />}
      {error != null && <FailureNotice failure={error} />}
    </>
  );
}
