import {
  listCollectKeysOptions,
  deleteCollectKeyMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { CollectKey } from '@tributary/client/generated/types.gen';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../components/empty-state.js';
import { Page } from '../components/page.js';
import { pageQuery } from '../components/paging.js';
import { QueryView } from '../components/query-view.js';
import { Pager, ResourceTable, RowButton } from '../components/resource-table.js';
import { Snippet } from '../components/snippet.js';
import { apiUrl } from '../session/session.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { CollectKeyForm } from './collect-key-form.js';
import { pageTag } from './page-tag.js';
import { UndoChoices } from './undo-choices.js';
import { ConfirmWrite } from '../components/confirm-dialog.js';
import { usePage } from '../components/tables/use-page.js';

type KeyAction = 'use' | 'edit' | 'undo' | 'delete';
type Opened = { action: 'create' } | { action: KeyAction; collectKey: CollectKey };

export function CollectKeysPage() {
  const { datamart_id, may } = useDatamart();
  const paging = usePage();
  const [opened, setOpened] = useState<Opened>();
  const list = useQuery(listCollectKeysOptions({ path: { datamart_id }, query: pageQuery(paging.page) }));
  const create = may('EDITOR') && <Button onClick={() => setOpened({ action: 'create' })}>Create a collect key</Button>;
  return (
    <Page
      title="Collect keys"
      description="Public keys with which web pages and apps send activities to this datamart, and can do nothing else."
      actions={list.data?.total !== 0 && create}
    >
      <QueryView query={list}>
        {({ data, total }) => (
          <>
            <KeysTable
              keys={data}
              onOpen={setOpened}
              empty={
                <EmptyState title="No collect key" action={create}>
                  A web page sends with a key whose origins include its own. Servers send with API tokens.
                </EmptyState>
              }
            />
            <Pager total={total} {...paging} />
          </>
        )}
      </QueryView>
      <OpenedDialog opened={opened} onClose={() => setOpened(undefined)} />
    </Page>
  );
}

interface KeysTableProps {
  keys: CollectKey[];
  onOpen: (opened: Opened) => void;
  empty: React.ReactNode;
}

function KeysTable({ keys, onOpen, empty }: KeysTableProps) {
  const { may } = useDatamart();
  const button = (label: string, action: KeyAction, collectKey: CollectKey) => (
    <RowButton
      aria-label={`${label} ${action === 'undo' ? 'of ' : ''}${collectKey.name}`}
      onClick={() => onOpen({ action, collectKey })}
    >
      {label}
    </RowButton>
  );
  const actions = (collectKey: CollectKey) => (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {button('Use', 'use', collectKey)}
      {may('EDITOR') && button('Edit', 'edit', collectKey)}
      {may('EDITOR') && button('Undo choices', 'undo', collectKey)}
      {may('EDITOR') && button('Delete', 'delete', collectKey)}
    </Group>
  );
  return (
    <ResourceTable
      label="Collect keys"
      rows={keys}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Name', cell: ({ name }) => name },
        { header: 'Origins', cell: ({ allowed_origins }) => allowed_origins.join(', ') || 'servers and apps only' },
        { header: 'Channel', cell: ({ channel_id }) => channel_id ?? 'any' },
        { header: 'Last used', cell: ({ last_used_ts }) => (last_used_ts ? <Instant at={last_used_ts} /> : 'never') },
        { header: 'Actions', align: 'right', cell: actions },
      ]}
      empty={empty}
    />
  );
}

function OpenedDialog({ opened, onClose }: { opened: Opened | undefined; onClose: () => void }) {
  switch (opened?.action) {
    case undefined:
      return null;
    case 'create':
      return <CollectKeyForm collectKey={undefined} onClose={onClose} />;
    case 'edit':
      return <CollectKeyForm collectKey={opened.collectKey} onClose={onClose} />;
    case 'undo':
      return <UndoChoices collectKey={opened.collectKey} onClose={onClose} />;
    case 'delete':
      return <DeleteCollectKey collectKey={opened.collectKey} onClose={onClose} />;
    case 'use':
      return (
        <Modal opened onClose={onClose} title={`Use ${opened.collectKey.name}`} size="xl">
          <Stack>
            <Snippet text={opened.collectKey.key} label="the key" />
            <Text size="sm">
              Put this on the pages of an allowed origin, and open one: Live shows the visit. Add
              data-consent="required" to send nothing before the person accepts
              {!opened.collectKey.channel_id && ', and data-channel to name a channel'}.
            </Text>
            <Snippet text={pageTag(apiUrl, opened.collectKey)} label="the script for a page" maxHeight={320} />
          </Stack>
        </Modal>
      );
  }
}

function DeleteCollectKey({ collectKey, onClose }: { collectKey: CollectKey; onClose: () => void }) {
  const { datamart_id, id, name } = collectKey;
  return (
    <ConfirmWrite
      title={`Delete the collect key ${name}`}
      onClose={onClose}
      write={deleteCollectKeyMutation()}
      request={{ path: { datamart_id, collect_key_id: id } }}
      changes={['listCollectKeys']}
      confirm="Delete"
    >
      Every page and app that sends with it is refused from the next second on, and its data is lost until it has
      another key. This cannot be undone.
    </ConfirmWrite>
  );
}
