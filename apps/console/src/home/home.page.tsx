import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Page } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { useDatamart } from '../shell/use-datamart.js';
import { FirstRun } from './first-run.js';
import { HomeDashboards } from './home-dashboards.js';
import { Overview } from './overview.js';
import { byDayOptions } from './overview-queries.js';

export function HomePage() {
  const { datamart, datamart_id } = useDatamart();
  return (
    <Page title={datamart.name} description={`Datamart ${datamart_id}`}>
      <Home key={datamart_id} />
    </Page>
  );
}

function Home() {
  const { datamart_id } = useDatamart();
  const byDay = useQuery(byDayOptions(datamart_id));
  const [isOver, setOver] = useState(false);
  // The steps stay while the first activities arrive: the reader sees each of them done.
  const wasEmpty = useRef<boolean>(undefined);
  return (
    <QueryView query={byDay} skeleton={<Skeleton height={420} />}>
      {({ rows }) => {
        wasEmpty.current ??= rows.length === 0;
        return (
          <>
            {wasEmpty.current && !isOver && <FirstRun isReported={rows.length > 0} onEnd={() => setOver(true)} />}
            {rows.length > 0 && (
              <>
                <Overview />
                <HomeDashboards />
              </>
            )}
          </>
        );
      }}
    </QueryView>
  );
}
