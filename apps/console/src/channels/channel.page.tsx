import { getChannelOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { Channel } from '@tributary/client/generated/types.gen';
import { Card, Group, Table, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CopyButton } from '../components/copy-button.js';
import { Page, PlainButton } from '../components/page.js';
import { ButtonLink } from '../components/links.js';
import { QueryView } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { AnalyzerSelections } from './analyzer-selections.js';
import { ChannelFacts } from './channel-facts.js';
import { ChannelForm } from './channel-form.js';
import { channelTypes, deleteChannel } from './channel-types.js';
import { Detail } from './detail.js';
import { ProcessingSelections } from './processing-selections.js';
import { RefusedByChoice } from './refused-by-choice.js';
import { ConfirmWrite } from '../components/confirm-dialog.js';

const route = getRouteApi('/signed-in/d/$datamart_id/channels/$channel_id');

export function ChannelPage() {
  const { datamart_id } = useDatamart();
  const { channel_id } = route.useParams();
  const channel = useQuery(getChannelOptions({ path: { datamart_id, channel_id } }));
  return (
    <Page title={channel.data?.data.name ?? `Channel ${channel_id}`} actions={<Actions channel={channel.data?.data} />}>
      <QueryView query={channel}>
        {({ data }) => (
          <>
            <Details channel={data} />
            <Card withBorder>
              <Title order={2} size="h4" mb="xs">
                Processings
              </Title>
              <ProcessingSelections channel_id={data.id} />
              <RefusedByChoice channel_id={data.id} />
            </Card>
            <Card withBorder>
              <Title order={2} size="h4" mb="xs">
                Analyzers
              </Title>
              <AnalyzerSelections channel_id={data.id} />
            </Card>
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Actions({ channel }: { channel: Channel | undefined }) {
  const { datamart_id, may } = useDatamart();
  const [isEdited, edit] = useDisclosure();
  const [isDeleted, deletion] = useDisclosure();
  if (!channel) return null;
  const send = (
    <ButtonLink to="/d/$datamart_id/send" params={{ datamart_id }} search={{ channel: channel.id }}>
      Send data
    </ButtonLink>
  );
  if (!may('EDITOR')) return send;
  return (
    <>
      {send}
      <PlainButton onClick={edit.open}>Edit</PlainButton>
      <PlainButton onClick={deletion.open}>Delete</PlainButton>
      {isEdited && <ChannelForm channel={channel} onClose={edit.close} />}
      {isDeleted && <DeleteChannel channel={channel} onClose={deletion.close} />}
    </>
  );
}

function Details({ channel }: { channel: Channel }) {
  const { id, type, domain, enable_analytics, leaves_out_bots, token, creation_ts } = channel;
  const { label, field } = channelTypes[type];
  return (
    <Card withBorder>
      <Table aria-label="The channel" variant="vertical">
        <Table.Tbody>
          <Detail name="Type">{label}</Detail>
          <Detail name={`Id, the ${field} of its activities`}>
            <Group gap={4}>
              <code>{id}</code>
              <CopyButton value={id} label="Copy the id" />
            </Group>
          </Detail>
          {type === 'SITE' && <Detail name="Domain">{domain ?? '–'}</Detail>}
          <Detail name="Analytics">{enable_analytics ? 'enabled' : 'not enabled'}</Detail>
          <Detail name="Activities of bots">{leaves_out_bots ? 'left out' : 'stored'}</Detail>
          <Detail name="Token, which is public">
            <Group gap={4}>
              <code>{token}</code>
              <CopyButton value={token} label="Copy the token" />
            </Group>
            <Text size="xs" c="dimmed">
              A second id, for tag managers. It lets nothing in: pages send with a collect key.
            </Text>
          </Detail>
          <Detail name="Created">
            <Instant at={creation_ts} />
          </Detail>
          <ChannelFacts channel_id={id} />
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function DeleteChannel({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const navigate = useNavigate();
  const { datamart_id, name } = channel;
  return (
    <ConfirmWrite
      title={`Delete the channel ${name}`}
      onClose={onClose}
      write={{ mutationFn: () => deleteChannel(channel) }}
      request={undefined}
      changes={['listChannels']}
      onDone={() => navigate({ to: '/d/$datamart_id/channels', params: { datamart_id } })}
      confirm="Delete"
      typed={name}
    >
      Its activities stay. Its processings and analyzers no longer apply: activities that still arrive are stored
      without asking for consent.
    </ConfirmWrite>
  );
}
