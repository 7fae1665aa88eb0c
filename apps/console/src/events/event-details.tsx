import type { EventType } from '@tributary/client/generated/types.gen';
import { Modal, Stack, Text } from '@mantine/core';
import { EmptyState } from '../components/empty-state.js';
import { ResourceTable } from '../components/resource-table.js';
import { Instant } from '../time/instant.js';

/** The properties of the events of one name, and how the last violation broke the schema. */
export function EventDetails({ eventType, onClose }: { eventType: EventType; onClose: () => void }) {
  const { name, description, channels, properties, violations_7d, last_violation } = eventType;
  return (
    <Modal opened onClose={onClose} title={name} size="xl">
      <Stack>
        {description && <Text>{description}</Text>}
        {channels.length > 0 && <Text size="sm">Channels: {channels.join(', ')}</Text>}
        {last_violation && (
          <Text size="sm">
            {violations_7d.toLocaleString('en')} broke the schema in 7 days; the last one: <code>{last_violation}</code>
          </Text>
        )}
        <ResourceTable
          label="Properties"
          rows={properties}
          rowKey={(property) => property.name}
          columns={[
            { header: 'Property', cell: (property) => <code>{property.name}</code> },
            { header: 'Types', cell: ({ types }) => typesText(types) },
            { header: 'Example', cell: ({ example }) => (example === undefined ? '' : String(example)) },
            { header: 'Last seen', cell: ({ last_seen_ts }) => <Instant at={last_seen_ts} /> },
          ]}
          empty={<EmptyState title="No property">The events of this name have had none.</EmptyState>}
        />
      </Stack>
    </Modal>
  );
}

const typesText = (types: EventType['properties'][number]['types']) =>
  Object.entries(types)
    .map(([type, count]) => `${type}: ${count}`)
    .join(', ');
