import { Badge, Text } from '@mantine/core';
import { Instant } from '../../time/instant.js';
import { expiryOf } from './expiry-words.js';

/** When a token or key expires, marked from 30 days before on. Epoch milliseconds. */
export function ExpiryCell({ at }: { at: number }) {
  const { state, words } = expiryOf(at, Date.now());
  return (
    <>
      <Instant at={at} />
      <div>
        {state === 'later' ? (
          <Text size="xs" c="dimmed">
            {words}
          </Text>
        ) : (
          <Badge
            variant="filled"
            tt="none"
            color={state === 'expired' ? 'red' : 'yellow.5'}
            c={state === 'expired' ? 'white' : 'black'}
          >
            {words}
          </Badge>
        )}
      </div>
    </>
  );
}
