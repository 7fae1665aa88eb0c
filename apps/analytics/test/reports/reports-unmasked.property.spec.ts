import { lawRuns } from '@tributary/testing/config';
import { compareReports } from './compare-reports.js';
import { openStore } from '../stores.js';

/** A store in which a third of the facts are of a version without masks of event types. */
async function openOldStore() {
  const opened = await openStore();
  const { store } = opened;
  const storeActivities = store.storeActivities.bind(store);
  store.storeActivities = async (messages) => {
    await storeActivities(messages);
    const sql = 'update facts set event_mask = null where hash(activity_id) % 3 = 0';
    await store.query({ sql: `${sql} returning 1`, params: [] }, ['spec']);
  };
  return opened;
}

compareReports(openOldStore, { reports: lawRuns(8), negations: lawRuns(5), days: lawRuns(5) });
