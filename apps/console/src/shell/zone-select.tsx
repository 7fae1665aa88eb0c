import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { readZone, type Zone } from '../time/zone.js';

const labels: Record<Zone | 'auto', string> = {
  auto: 'Default zones',
  local: 'My time zone',
  utc: 'UTC',
  datamart: 'Datamart’s zone',
};

/** The zone in which all pages show instants. It stays in the address. */
export function ZoneSelect(props: Pick<NativeSelectProps, 'w' | 'm' | 'visibleFrom' | 'hiddenFrom'>) {
  const { tz } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <NativeSelect
      aria-label="Time zone"
      size="xs"
      data={Object.entries(labels).map(([value, label]) => ({ value, label }))}
      value={tz ?? 'auto'}
      title="By default days of reports are the datamart’s, and times are yours"
      onChange={({ currentTarget: { value } }) =>
        void navigate({ to: '.', search: (before) => ({ ...before, tz: readZone(value) }), replace: true })
      }
      {...props}
    />
  );
}
