import {
  getAudienceSegmentOptions,
  deleteAudienceSegmentMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import { exportSegmentMembers } from '@tributary/client/generated/sdk.gen';
import type { AudienceSegment } from '@tributary/client/generated/types.gen';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState, Suspense, lazy } from 'react';
import { ExportButton } from '../exports/export-button.js';
import { ButtonLink } from '../components/links.js';
import { Page, PlainButton } from '../components/page.js';
import { QueryView, RowsSkeleton } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { FillSegment } from './fill-segment.js';
import { SegmentDetails } from './segment-details.js';
import { SegmentMembers } from './segment-members.js';
import { SegmentForm } from './segment-form.js';
import { notifications } from '@mantine/notifications';
import { ConfirmWrite } from '../components/confirm-dialog.js';

const route = getRouteApi('/signed-in/d/$datamart_id/segments/$segment_id');

export function SegmentPage() {
  const { segment_id } = route.useParams();
  const query = useQuery(getAudienceSegmentOptions({ path: { audience_segment_id: segment_id } }));
  const segment = query.data?.data;
  return (
    <Page
      title={segment?.name ?? 'Segment'}
      description={segment?.short_description}
      actions={segment && <Actions segment={segment} />}
    >
      <QueryView query={query}>
        {({ data }) => (
          <>
            <SegmentDetails segment={data} />
            <SegmentMembers segment_id={segment_id} />
            <SegmentDashboards segment_id={segment_id} />
            <FillSegment segment={data} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Actions({ segment }: { segment: AudienceSegment }) {
  const { datamart_id, may } = useDatamart();
  const [opened, setOpened] = useState<'edit' | 'delete'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <ButtonLink variant="default" to="/d/$datamart_id/segments" params={{ datamart_id }}>
        All segments
      </ButtonLink>
      {may('EDITOR') && (
        <>
          <ExportButton
            label="Export members"
            name={`segment-${segment.id}.ndjson`}
            read={async (signal) => {
              const path = { audience_segment_id: segment.id };
              return (await exportSegmentMembers({ path, parseAs: 'stream', signal })).response;
            }}
          />
          <PlainButton onClick={() => setOpened('edit')}>Edit</PlainButton>
          <PlainButton onClick={() => setOpened('delete')}>Delete</PlainButton>
        </>
      )}
      {opened === 'edit' && <SegmentForm segment={segment} onClose={close} />}
      {opened === 'delete' && <DeleteSegment segment={segment} onClose={close} />}
    </>
  );
}

const DashboardsOfScope = lazy(() =>
  import('../dashboards/scope/dashboards-of-scope.js').then((module) => ({ default: module.DashboardsOfScope })),
);

/** The dashboards of scope `segments` that are shown for a segment. */
const SegmentDashboards = ({ segment_id }: { segment_id: string }) => (
  <Suspense fallback={<RowsSkeleton />}>
    <DashboardsOfScope scope="segments" segment_id={segment_id} />
  </Suspense>
);

function DeleteSegment({ segment, onClose }: { segment: AudienceSegment; onClose: () => void }) {
  const { datamart_id } = useDatamart();
  const navigate = useNavigate();
  const { id, name, user_points_count } = segment;
  return (
    <ConfirmWrite
      title={`Delete the segment ${name}`}
      onClose={onClose}
      write={deleteAudienceSegmentMutation()}
      request={{ path: { audience_segment_id: id } }}
      changes={['listAudienceSegments']}
      onDone={async () => {
        notifications.show({ message: `The segment ${name} is deleted.` });
        await navigate({ to: '/d/$datamart_id/segments', params: { datamart_id } });
      }}
      confirm="Delete"
      typed={name}
    >
      The segment and its {user_points_count.toLocaleString('en')} memberships are deleted, in reports within a minute.
      The people stay. It cannot be undone.
    </ConfirmWrite>
  );
}
