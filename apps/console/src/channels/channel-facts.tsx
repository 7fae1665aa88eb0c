import { listCollectKeysOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CopyButton } from '../components/copy-button.js';
import { AnchorLink } from '../components/links.js';
import { wholeList } from '../components/paging.js';
import { QueryView } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant, useReportZone } from '../time/instant.js';
import { channelReportOptions } from './channel-report.js';
import { Detail } from './detail.js';
import { counted } from '../words/counted.js';

/** The keys of a channel, and what has come from it. */
export function ChannelFacts({ channel_id }: { channel_id: string }) {
  const { datamart_id } = useDatamart();
  const report = useQuery(channelReportOptions(datamart_id, channel_id, useReportZone()));
  return (
    <>
      <Detail name="Collect keys">
        <Keys channel_id={channel_id} />
      </Detail>
      <Detail name="Last activity">
        <QueryView query={report} skeleton="…">
          {({ last }) => (last === undefined ? 'none in 30 days' : <Instant at={last} />)}
        </QueryView>
      </Detail>
      <Detail name="Today">
        <QueryView query={report} skeleton="…">
          {({ today: { sessions, users } }) =>
            `${counted(sessions, 'visit', 'visits')} of ${counted(users, 'person', 'people')}`
          }
        </QueryView>
      </Detail>
    </>
  );
}

function Keys({ channel_id }: { channel_id: string }) {
  const { datamart_id } = useDatamart();
  const keys = useQuery(listCollectKeysOptions({ path: { datamart_id }, query: wholeList }));
  return (
    <QueryView query={keys} skeleton="…">
      {({ data }) => {
        const ofChannel = data.filter((one) => one.channel_id === channel_id);
        if (ofChannel.length === 0)
          return (
            <>
              none:{' '}
              <AnchorLink
                to="/d/$datamart_id/send"
                params={{ datamart_id }}
                search={{ channel: channel_id, tab: 'web' }}
                inherit
              >
                make one
              </AnchorLink>
            </>
          );
        return ofChannel.map(({ id, key }) => (
          <Group key={id} gap={4}>
            <code style={{ overflowWrap: 'anywhere' }}>{key}</code>
            <CopyButton value={key} label="Copy the collect key" />
          </Group>
        ));
      }}
    </QueryView>
  );
}
