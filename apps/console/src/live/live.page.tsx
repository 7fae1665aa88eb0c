import { Button, Tabs } from '@mantine/core';
import { PaperPlaneIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { Page } from '../components/page.js';
import { useFeed } from '../feed/use-feed.js';
import { useDatamart } from '../shell/use-datamart.js';
import { ActivityDrawer } from './activity-drawer.js';
import { ActivityTable } from './activity-table.js';
import { FeedFilters } from './feed-filters.js';
import { FeedStatus } from './feed-status.js';
import { RefusalDrawer } from './refusal-drawer.js';
import { RefusalTable } from './refusal-table.js';
import { SendActivityDialog } from './send-activity-dialog.js';
import { useLiveSearch } from './use-live-search.js';
import { useSpaceKey } from './use-space-key.js';

export function LivePage() {
  const { datamart_id, may } = useDatamart();
  const [search, change] = useLiveSearch();
  const { tab, open, ...filter } = search;
  const feed = useFeed(datamart_id, filter);
  const [isSending, setSending] = useState(false);
  const { activities, refusals, isPaused } = feed.view;
  const toggle = isPaused ? feed.resume : feed.pause;
  useSpaceKey(toggle);
  const close = () => change({ open: undefined });
  const send = <Button onClick={() => setSending(true)}>Send an activity</Button>;
  return (
    <Page
      title="Live"
      description="Activities as the platform receives them, the newest on top."
      actions={
        may('EDITOR') && (
          <Button leftSection={<PaperPlaneIcon />} onClick={() => setSending(true)}>
            Send an activity
          </Button>
        )
      }
    >
      <FeedFilters key={datamart_id} filter={filter} onChange={change} />
      <FeedStatus feed={feed} onToggle={toggle} />
      <Tabs
        value={tab ?? 'received'}
        onChange={(value) => change({ tab: value === 'refused' ? 'refused' : undefined, open: undefined })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="received">Received · {activities.length}</Tabs.Tab>
          <Tabs.Tab value="refused">Refused · {refusals.length}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="received" pt="xs">
          <ActivityTable
            feed={feed}
            filter={filter}
            onOpen={(id) => change({ open: id })}
            action={may('EDITOR') && send}
          />
        </Tabs.Panel>
        <Tabs.Panel value="refused" pt="xs">
          <RefusalTable feed={feed} onOpen={(id) => change({ open: id })} />
        </Tabs.Panel>
      </Tabs>
      <ActivityDrawer id={tab ? undefined : open} rows={activities} onClose={close} />
      <RefusalDrawer id={tab ? open : undefined} rows={refusals} onClose={close} />
      {isSending && <SendActivityDialog onClose={() => setSending(false)} />}
    </Page>
  );
}
