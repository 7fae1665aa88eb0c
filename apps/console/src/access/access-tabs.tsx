import { Group } from '@mantine/core';
import { ButtonLink } from '../components/links.js';
import { useDatamart } from '../shell/use-datamart.js';

const pages = [
  { to: '/d/$datamart_id/access/users', label: 'Users' },
  { to: '/d/$datamart_id/access/tokens', label: 'API tokens' },
  { to: '/d/$datamart_id/access/keys', label: 'Keys' },
  { to: '/d/$datamart_id/access/accounts', label: 'Service accounts', needed: 'ORGANISATION_ADMIN' },
] as const;

/** From one page of the access to the others. */
export function AccessTabs() {
  const { datamart_id, may } = useDatamart();
  const shown = pages.filter((page) => !('needed' in page) || may(page.needed));
  return (
    <Group component="nav" aria-label="Access" gap="xs">
      {shown.map(({ to, label }) => (
        <ButtonLink
          key={to}
          to={to}
          params={{ datamart_id }}
          activeOptions={{ includeSearch: false }}
          activeProps={{ variant: 'filled' }}
          variant="default"
          size="xs"
        >
          {label}
        </ButtonLink>
      ))}
    </Group>
  );
}
