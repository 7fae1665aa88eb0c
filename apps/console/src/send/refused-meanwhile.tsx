import { Alert, List, Text } from '@mantine/core';
import { useState } from 'react';
import { AnchorLink } from '../components/links.js';
import type { RefusalRow } from '../feed/feed-buffer.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { serverNow } from '../time/server-clock.js';

const shown = 5;
/** The clock of the server is known to the second. */
const unsureMs = 2_000;

/** The refusals since the page was opened. They may be of any channel: a refused body need not name one. */
export function RefusedMeanwhile({ refusals }: { refusals: readonly RefusalRow[] }) {
  const { datamart_id } = useDatamart();
  const [since] = useState(() => serverNow() - unsureMs);
  const meanwhile = refusals.filter(({ received_ts }) => received_ts >= since);
  if (meanwhile.length === 0) return null;
  return (
    <Alert variant="default" title="Refused meanwhile" role="status" mt="md">
      <List size="sm">
        {meanwhile.slice(0, shown).map(({ id, received_ts, value: { error } }) => (
          <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
            {error} (<Instant at={received_ts} />)
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {meanwhile.length > shown && `${meanwhile.length - shown} more. `}
        <AnchorLink to="/d/$datamart_id/live" params={{ datamart_id }} search={{ tab: 'refused' }}>
          Live shows what was sent
        </AnchorLink>
        . A wrong key, origin or channel is answered 401 or 403, which only the sender sees.
      </Text>
    </Alert>
  );
}
