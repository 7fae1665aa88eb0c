import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Page, SectionTitle } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { CollectionsView } from './collections-view.js';
import { HealthParts } from './health-parts.js';
import { useReportZone } from '../time/instant.js';
import { collectionsOptions } from './collections-query.js';

const route = getRouteApi('/signed-in/d/$datamart_id/platform');

export function PlatformPage() {
  const { datamart_id } = useDatamart();
  const { datamarts } = route.useSearch();
  const navigate = route.useNavigate();
  const timeZone = useReportZone();
  const collections = useQuery(collectionsOptions(datamarts === 'all' ? undefined : datamart_id, timeZone));
  const picker = (
    <SegmentedControl
      aria-label="Datamarts"
      value={datamarts ?? 'one'}
      onChange={(value) => void navigate({ search: value === 'all' ? { datamarts: 'all' } : {}, replace: true })}
      data={[
        { value: 'one', label: 'This datamart' },
        { value: 'all', label: 'All that I may read' },
      ]}
    />
  );
  return (
    <Page
      title="Platform"
      description="How much is stored, and whether the parts of the platform work."
      actions={picker}
    >
      <Stack component="section" gap="sm" aria-label="Collections">
        <SectionTitle>Collections</SectionTitle>
        <QueryView query={collections}>{(counts) => <CollectionsView counts={counts} />}</QueryView>
      </Stack>
      <Stack component="section" gap="sm" aria-label="Health">
        <SectionTitle>Health</SectionTitle>
        <HealthParts />
      </Stack>
    </Page>
  );
}
