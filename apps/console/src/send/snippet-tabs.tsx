import type { Channel } from '@tributary/client/generated/types.gen';
import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useDatamart } from '../shell/use-datamart.js';
import { FileSnippet } from './file-snippet.js';
import { MobileSnippet } from './mobile-snippet.js';
import { PageSnippet } from './page-snippet.js';
import { sampleActivity } from './sample-activity.js';
import { isSendTab, sendTabs, type SendTab } from './send-search.js';
import { ServerSnippet } from './server-snippet.js';

const route = getRouteApi('/signed-in/d/$datamart_id/send');

/** How to send activities of a channel, in each way that there is. */
export function SnippetTabs({ channel }: { channel: Channel }) {
  const { datamart_id } = useDatamart();
  const { tab = channel.type === 'SITE' ? 'web' : 'mobile' } = route.useSearch();
  const navigate = route.useNavigate();
  const [activity] = useState(() => sampleActivity(channel));
  const open = (value: string | null) =>
    isSendTab(value) && void navigate({ search: (before) => ({ ...before, tab: value }), replace: true });
  const panels: Record<SendTab, React.ReactNode> = {
    web: <PageSnippet channel={channel} kind="tag" activity={activity} />,
    javascript: <PageSnippet channel={channel} kind="program" activity={activity} />,
    node: <ServerSnippet language="node" activity={activity} />,
    curl: <ServerSnippet language="curl" activity={activity} />,
    python: <ServerSnippet language="python" activity={activity} />,
    mobile: <MobileSnippet activity={activity} />,
    csv: <FileSnippet datamart_id={datamart_id} />,
  };
  return (
    <Tabs value={tab} onChange={open} keepMounted={false}>
      <Tabs.List aria-label="Ways to send">
        {Object.entries(sendTabs).map(([value, label]) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} pt="sm">
        {panels[tab]}
      </Tabs.Panel>
    </Tabs>
  );
}
