import { listChannelsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Channel } from '@tributary/client/generated/types.gen';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../components/empty-state.js';
import { AnchorLink } from '../components/links.js';
import { Page } from '../components/page.js';
import { pageQuery } from '../components/paging.js';
import { type Column, PagedTable } from '../components/resource-table.js';
import { usePage } from '../components/tables/use-page.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { ChannelForm } from './channel-form.js';
import { channelTypes } from './channel-types.js';

export function ChannelsPage() {
  const { datamart_id, may } = useDatamart();
  const paging = usePage();
  const [isCreating, { open, close }] = useDisclosure();
  const list = useQuery(listChannelsOptions({ path: { datamart_id }, query: pageQuery(paging.page) }));
  const create = may('EDITOR') && <Button onClick={open}>Create a channel</Button>;
  return (
    <Page
      title="Channels"
      description="The sites, applications and TVs that activities come from. Activities of other channels are accepted too."
      actions={list.data?.total !== 0 && create}
    >
      <PagedTable
        query={list}
        {...paging}
        label="Channels"
        rowKey={({ id }) => id}
        columns={columns}
        empty={
          <EmptyState title="No channels" action={create}>
            A registered channel has a name, and can be subject to processings and analyzers. Its id is the $site_id,
            $app_id or $ctv_id of its activities.
          </EmptyState>
        }
      />
      {isCreating && <ChannelForm channel={undefined} onClose={close} />}
    </Page>
  );
}

const columns: Column<Channel>[] = [
  { header: 'Id', cell: ({ id }) => <code>{id}</code> },
  {
    header: 'Name',
    cell: ({ id, datamart_id, name }) => (
      <AnchorLink to="/d/$datamart_id/channels/$channel_id" params={{ datamart_id, channel_id: id }}>
        {name}
      </AnchorLink>
    ),
  },
  { header: 'Type', cell: ({ type }) => channelTypes[type].label },
  { header: 'Domain', cell: ({ domain }) => domain ?? '–' },
  { header: 'Created', cell: ({ creation_ts }) => <Instant at={creation_ts} /> },
];
