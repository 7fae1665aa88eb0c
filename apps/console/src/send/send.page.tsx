import { listChannelsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Channel } from '@tributary/client/generated/types.gen';
import { Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Page, SectionTitle } from '../components/page.js';
import { wholeList } from '../components/paging.js';
import { QueryView } from '../components/query-view.js';
import { Step } from '../components/step.js';
import { DemoData } from '../demo/demo-data.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Arrival } from './arrival.js';
import { ChannelChooser } from './channel-chooser.js';
import { SnippetTabs } from './snippet-tabs.js';

const route = getRouteApi('/signed-in/d/$datamart_id/send');

export function SendPage() {
  const { datamart_id } = useDatamart();
  const channels = useQuery(listChannelsOptions({ path: { datamart_id }, query: wholeList }));
  return (
    <Page
      title="Send data"
      description="From a web page, an app, a server or a file. The page notices by itself when the first activity arrives."
    >
      <QueryView query={channels}>{({ data }) => <Steps key={datamart_id} channels={data} />}</QueryView>
      <Card withBorder component="section" aria-label="Demo data">
        <Title order={2} size="h4" mb="xs">
          Demo data
        </Title>
        <DemoData />
      </Card>
    </Page>
  );
}

function Steps({ channels }: { channels: readonly Channel[] }) {
  const { channel: channel_id } = route.useSearch();
  const navigate = route.useNavigate();
  const newest = channels.toSorted((one, other) => other.creation_ts - one.creation_ts)[0];
  const channel = channel_id === undefined ? newest : channels.find(({ id }) => id === channel_id);
  const choose = (id: string) => void navigate({ search: (before) => ({ ...before, channel: id }), replace: true });
  return (
    <Card withBorder component="section" aria-label="Steps">
      <Stack gap="lg">
        <SectionTitle>In three steps</SectionTitle>
        <Step number={1} title="Choose a channel" isDone={channel !== undefined}>
          <ChannelChooser channels={channels} channel={channel} onChange={choose} />
        </Step>
        {channel ? (
          <OfChannel key={channel.id} channel={channel} />
        ) : (
          <Text size="sm" c="dimmed">
            A channel is a site, an app or a television that activities come from.
          </Text>
        )}
      </Stack>
    </Card>
  );
}

function OfChannel({ channel }: { channel: Channel }) {
  return (
    <>
      <Step number={2} title="Copy what fits, and run it">
        <SnippetTabs channel={channel} />
      </Step>
      <Arrival channel={channel} />
    </>
  );
}
