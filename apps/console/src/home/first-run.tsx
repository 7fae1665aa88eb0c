import { collectUserActivityMutation } from '@tributary/client/generated/@tanstack/react-query.gen';
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FailureNotice } from '../components/failure-notice.js';
import { AnchorLink, ButtonLink } from '../components/links.js';
import { Step } from '../components/step.js';
import { DemoData } from '../demo/demo-data.js';
import { useFeed } from '../feed/use-feed.js';
import { firstActivity } from '../send/sample-activity.js';
import { useDatamart } from '../shell/use-datamart.js';
import { useReportZone } from '../time/instant.js';
import { byDayOptions, overviewKey } from './overview-queries.js';
import { useEffect, useState } from 'react';

/** Imported lines are in reports within it. */
const reportedMs = 10_000;

/** A function after which the page reads its reports each second for a while. */
function useFollowReports(datamart_id: string): () => void {
  const queries = useQueryClient();
  const [follows, setFollows] = useState(false);
  useEffect(() => {
    if (!follows) return undefined;
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: overviewKey(datamart_id) }), 1_000);
    const end = setTimeout(() => setFollows(false), reportedMs);
    return () => (clearInterval(timer), clearTimeout(end));
  }, [follows, datamart_id, queries]);
  return () => setFollows(true);
}

interface FirstRunProps {
  /** Whether the report counts an activity. */
  isReported: boolean;
  onEnd: () => void;
}

const noFilter = {};

/** Three steps from nothing to a report, for a datamart without activities. Each is done when it has happened. */
export function FirstRun({ isReported, onEnd }: FirstRunProps) {
  const { datamart_id, may } = useDatamart();
  const timeZone = useReportZone();
  const feed = useFeed(datamart_id, noFilter);
  const followReports = useFollowReports(datamart_id);
  const send = useMutation(collectUserActivityMutation());
  const hasArrived = feed.view.activities.length > 0;
  const isSent = hasArrived || send.isSuccess || isReported;
  // The report is a few seconds behind: it is read each second until it counts.
  useQuery({
    ...byDayOptions(datamart_id, timeZone),
    refetchInterval: isSent && !isReported ? 1_000 : false,
    enabled: isSent && !isReported,
  });
  return (
    <Card withBorder padding="lg" component="section" aria-label="First steps">
      <Stack gap="lg">
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} size="h3">
              {isReported ? 'It works' : 'No activity in the last 14 days'}
            </Title>
            <Text c="dimmed">From an activity to its report in three steps.</Text>
          </div>
          {isReported && (
            <Button variant="default" onClick={onEnd}>
              Hide the steps
            </Button>
          )}
        </Group>
        <Step number={1} title="Send an activity" isDone={isSent}>
          {!may('EDITOR') && <Text size="sm">Your role may only read. Someone with the role EDITOR sends.</Text>}
          <Group>
            {may('EDITOR') && (
              <Button
                loading={send.isPending}
                onClick={() => send.mutate({ path: { datamart_id }, body: firstActivity() })}
              >
                Send a sample
              </Button>
            )}
            <ButtonLink to="/d/$datamart_id/send" params={{ datamart_id }} variant="default">
              Send your own
            </ButtonLink>
            <Text size="sm" c="dimmed" flex={1} miw={220}>
              From a web page, an app, a server or a file: the page Send data has what to copy, now and later.
            </Text>
          </Group>
          {send.error && <FailureNotice failure={send.error} />}
        </Step>
        <Step number={2} title="See it arrive" isDone={hasArrived} isWaiting={isSent}>
          <Text size="sm">
            {hasArrived ? 'It has arrived. ' : 'This page follows what the platform receives. '}
            The page{' '}
            <AnchorLink to="/d/$datamart_id/live" params={{ datamart_id }}>
              Live
            </AnchorLink>{' '}
            shows all of it.
          </Text>
          {feed.state.is === 'ended' && (
            <FailureNotice failure={feed.state.failure} onRetry={feed.reconnect} title="The live feed is not open" />
          )}
          {feed.state.is === 'reconnecting' && (
            <Text size="sm">The connection is gone. The page connects again by itself.</Text>
          )}
        </Step>
        <Step number={3} title="See its report" isDone={isReported} isWaiting={isSent}>
          <Text size="sm">{isReported ? 'It counts: see below.' : 'Reports are a few seconds behind.'}</Text>
        </Step>
        {may('EDITOR') && <DemoData onLoaded={followReports} />}
      </Stack>
    </Card>
  );
}
