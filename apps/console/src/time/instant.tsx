import { Text } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useConnectedUser } from '../session/connected-user.js';
import { formatInstant, isInstant } from './format-instant.js';
import { zoneName, type Zone } from './zone.js';

/** The zone in which the page shows instants, by its IANA name. */
export const useZoneName = (): string => useZone('local');

/** The zone of the days of reports: that of the datamart, unless the address names another one. */
export const useReportZone = (): string => useZone('datamart');

function useZone(otherwise: Zone): string {
  const { tz } = useSearch({ strict: false });
  const { datamart_id } = useParams({ strict: false });
  const { datamarts } = useConnectedUser();
  return zoneName(tz ?? otherwise, datamarts.find(({ id }) => id === datamart_id)?.time_zone);
}

/** An instant in the page's zone, with the zone written; UTC when the pointer is over it. Epoch milliseconds, or ISO 8601. */
export function Instant({ at }: { at: number | string | undefined }) {
  const zone = useZoneName();
  if (at === undefined) return <Text span>–</Text>;
  const ms = typeof at === 'string' ? Date.parse(at) : Number(at);
  // A client may have sent more than an instant: a number that React cannot show as it is.
  if (!isInstant(ms)) return <Text span>{String(at)}</Text>;
  return (
    <Text
      span
      inherit
      component="time"
      dateTime={new Date(ms).toISOString()}
      title={`${formatInstant(ms, 'UTC')} UTC`}
      style={{ whiteSpace: 'nowrap' }}
    >
      {formatInstant(ms, zone)}{' '}
      <Text span size="xs" c="dimmed">
        {zone}
      </Text>
    </Text>
  );
}
