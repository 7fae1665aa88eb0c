import { Button, Tabs } from '@mantine/core';
import { PaperPlaneIcon } from '@radix-ui/react-icons';
import { useState, useEffect, useRef } from 'react';
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
import { getRouteApi } from '@tanstack/react-router';
import type { LiveSearch } from './live-search.js';
import { useKeptRefusals } from './use-kept-refusals.js';

export function LivePage() {
  const { datamart_id, may } = useDatamart();
  const [search, change] = useLiveSearch();
  const { tab, open, ...filter } = search;
  const feed = useFeed(datamart_id, filter);
  const [isSending, setSending] = useState(false);
  const { activities, refusals, isPaused } = feed.view;
  const kept = useKeptRefusals(datamart_id, refusals);
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
          <Tabs.Tab value="refused">Refused{kept.total !== undefined && ` · ${kept.total}`}</Tabs.Tab>
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
          <RefusalTable kept={kept} onOpen={(id) => change({ open: id })} />
        </Tabs.Panel>
      </Tabs>
      <ActivityDrawer id={tab ? undefined : open} rows={activities} onClose={close} />
      <RefusalDrawer id={tab ? open : undefined} rows={kept.rows} onClose={close} />
      {isSending && <SendActivityDialog onClose={() => setSending(false)} />}
    </Page>
  );
}

const route = getRouteApi('/signed-in/d/$datamart_id/live');

/** The parameters in the address of the page, and their setter. Undefined removes a parameter. */
function useLiveSearch(): [LiveSearch, (change: { [Key in keyof LiveSearch]?: LiveSearch[Key] | undefined }) => void] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (values: { [Key in keyof LiveSearch]?: LiveSearch[Key] | undefined }) =>
    void navigate({
      replace: true,
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...values }).filter(([, value]) => value !== undefined)),
    });
  return [search, change];
}

/** Calls back when the space bar is pressed, unless what has the focus needs it: a field, a button, a dialog. */
function useSpaceKey(onSpace: () => void): void {
  const latest = useRef(onSpace);
  latest.current = onSpace;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, repeat, ctrlKey, metaKey, altKey } = event;
      if (key !== ' ' || repeat || ctrlKey || metaKey || altKey || isInUse(target)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

const usesSpace = 'input, textarea, select, button, a, summary, [contenteditable], [role="dialog"], [role="tab"]';

const isInUse = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(usesSpace) !== null;
