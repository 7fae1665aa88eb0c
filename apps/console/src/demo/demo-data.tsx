import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { FailureNotice } from '../components/failure-notice.js';
import { useDatamart } from '../shell/use-datamart.js';
import { serverNow } from '../time/server-clock.js';
import { DemoContents } from './demo-contents.js';
import { demoOptions } from './find-demo.js';
import { loadDemo } from './load-demo.js';
import { useDemoChange } from './use-demo-change.js';
import { ConfirmDialog } from '../components/confirm-dialog.js';
import { removeDemo } from './remove-demo.js';

function RemoveDemo({ onClose }: { onClose: () => void }) {
  const { datamart_id, organisation_id } = useDatamart();
  const removal = useDemoChange((following) => removeDemo({ datamart_id, organisation_id }, following), onClose);
  return (
    <ConfirmDialog
      title="Remove the demo data"
      onClose={onClose}
      onConfirm={() => removal.mutate()}
      confirm="Remove"
      isPending={removal.isPending}
      isStoppable
      failure={removal.error}
    >
      The invented people are erased with all that is stored of them, and the two segments, the two dashboards and the
      imports of the demo data are deleted. Nothing else is. It can be loaded again.
      {removal.isPending && <Progress mt="md" value={removal.percent} aria-label="Progress of the removal" animated />}
    </ConfirmDialog>
  );
}

/** Loads invented people and their activities, shows what to look at, and removes them again. */
export function DemoData({ onLoaded }: { onLoaded?: () => void }) {
  const { datamart_id, organisation_id, may } = useDatamart();
  const place = { datamart_id, organisation_id };
  const demo = useQuery(demoOptions(place));
  const [isAsked, question] = useDisclosure();
  const load = useDemoChange((following) => loadDemo(place, serverNow(), following), onLoaded);
  const found = demo.data ?? undefined;
  const isThere = found !== undefined;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        Invented people with 2,000 activities of the last 14 days, segments, dashboards, choices, and a line that the
        platform refuses. They count in reports until you remove them.
      </Text>
      {found && !load.isPending && <DemoContents demo={found} />}
      {may('EDITOR') && !demo.isPending && (
        <Group>
          <Button variant="default" loading={load.isPending} onClick={() => load.mutate()}>
            {isThere ? 'Load demo data again' : 'Load demo data'}
          </Button>
          {isThere && (
            <Button variant="default" disabled={load.isPending} onClick={question.open}>
              Remove demo data
            </Button>
          )}
        </Group>
      )}
      {demo.error && <FailureNotice failure={demo.error} onRetry={() => void demo.refetch()} />}
      {load.isPending && <Progress value={load.percent} aria-label="Progress of the demo data" animated />}
      {load.isSuccess && isThere && (
        <Text size="sm" role="status">
          {load.data.toLocaleString('en')} activities are loaded. Reports count them within seconds.
        </Text>
      )}
      {load.error && <FailureNotice failure={load.error} onRetry={() => load.mutate()} />}
      {isAsked && <RemoveDemo onClose={question.close} />}
    </Stack>
  );
}
