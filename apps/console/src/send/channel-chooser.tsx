import type { Channel } from '@tributary/client/generated/types.gen';
import { Button, Group, Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { ChannelForm } from '../channels/channel-form.js';
import { channelTypes } from '../channels/channel-types.js';
import { AnchorLink } from '../components/links.js';
import { useDatamart } from '../shell/use-datamart.js';

interface ChannelChooserProps {
  channels: readonly Channel[];
  channel: Channel | undefined;
  onChange: (channel_id: string) => void;
}

export function ChannelChooser({ channels, channel, onChange }: ChannelChooserProps) {
  const { datamart_id, may } = useDatamart();
  const [isNew, form] = useDisclosure();
  return (
    <>
      <Group align="flex-end" gap="xs">
        {channels.length > 0 && (
          <Select
            label="Channel"
            searchable
            allowDeselect={false}
            value={channel?.id ?? null}
            onChange={(id) => id !== null && onChange(id)}
            data={channels.map(({ id, name, type }) => ({
              value: id,
              label: `${name} (${channelTypes[type].label}, ${id})`,
            }))}
            w={{ base: '100%', xs: 360 }}
          />
        )}
        {may('EDITOR') && (
          <Button variant={channels.length > 0 ? 'default' : 'filled'} onClick={form.open}>
            Create a channel
          </Button>
        )}
      </Group>
      {channel && (
        <Text size="sm">
          <AnchorLink to="/d/$datamart_id/channels/$channel_id" params={{ datamart_id, channel_id: channel.id }}>
            Its page
          </AnchorLink>{' '}
          has its keys, its last activity, processings and analyzers.
        </Text>
      )}
      {!channel && !may('EDITOR') && <Text size="sm">A channel is made by someone with the role EDITOR.</Text>}
      {isNew && <ChannelForm channel={undefined} onClose={form.close} onCreated={onChange} />}
    </>
  );
}
