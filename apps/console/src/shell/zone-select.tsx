import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readZone, type Zone } from '../time/zone.js';

const labels: Record<Zone, string> = { local: 'My time zone', utc: 'UTC', datamart: 'Datamart’s zone' };

/** The zone in which all pages show instants. It stays in the address. */
export function ZoneSelect() {
  const { tz } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <NativeSelect
      aria-label="Time zone"
      w={150}
      size="xs"
      visibleFrom="md"
      data={Object.entries(labels).map(([value, label]) => ({ value, label }))}
      value={tz ?? 'local'}
      onChange={({ currentTarget: { value } }) =>
        void navigate({ to: '.', search: (before) => ({ ...before, tz: readZone(value) }), replace: true })
      }
    />
  );
}
