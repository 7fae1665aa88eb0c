import type { AudienceSegment } from '@tributary/client/generated/types.gen';
import { Code, Group, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../components/copy-button.js';
import { AnchorLink } from '../components/links.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { describeTtl } from './describe-ttl.js';

export function SegmentDetails({ segment }: { segment: AudienceSegment }) {
  const { datamart_id } = useDatamart();
  const { id, technical_name, user_points_count, default_ttl, paused, creation_ts } = segment;
  return (
    <Paper withBorder p="md">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Cell name="People (at most 60 s ago)">
          <Text size="xl" fw={700}>
            {user_points_count.toLocaleString('en')}
          </Text>
        </Cell>
        <Cell name="Id">
          <Group gap={4}>
            <Code>{id}</Code>
            <CopyButton value={id} label="Copy the segment id" />
          </Group>
        </Cell>
        <Cell name="Technical name">{technical_name ? <Code>{technical_name}</Code> : <Text>none</Text>}</Cell>
        <Cell name="Memberships end">
          <Text>{describeTtl(default_ttl)}</Text>
        </Cell>
        <Cell name="State">
          <Text>{paused ? 'paused (a note: people still come and go)' : 'in use'}</Text>
        </Cell>
        <Cell name="Created">
          <Instant at={creation_ts} />
        </Cell>
        <Cell name="Reports">
          <AnchorLink
            to="/d/$datamart_id/reports"
            params={{ datamart_id }}
            search={{ filters: [{ dimension_name: 'segment_id', operator: 'EXACT', expressions: [id] }] }}
          >
            What its people do
          </AnchorLink>
        </Cell>
      </SimpleGrid>
    </Paper>
  );
}

const Cell = ({ name, children }: { name: string; children: ReactNode }) => (
  <div style={{ overflowWrap: 'anywhere' }}>
    <Text size="sm" c="dimmed">
      {name}
    </Text>
    {children}
  </div>
);
