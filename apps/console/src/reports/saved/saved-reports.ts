import { createSavedReport, listSavedReports } from '@tributary/client/generated/sdk.gen';
import { queryOptions } from '@tanstack/react-query';
import { moveLocalReports } from './local-reports.js';

/** The most reports of a user in a datamart. The server refuses more. */
const mostReports = 100;

/** The user's reports by name. Those that an older version has kept in this browser are moved to the server first, if that succeeds. */
export const savedReportsOptions = (user_id: string, datamart_id: string) =>
  queryOptions({
    // As the generated reads: writes name it.
    queryKey: [{ _id: 'listSavedReports' as const, user_id, datamart_id }],
    queryFn: async ({ signal }) => {
      const path = { datamart_id };
      const list = async () =>
        (await listSavedReports({ path, query: { max_results: mostReports }, signal })).data.data;
      const left = await moveLocalReports({
        storage: () => localStorage,
        owner: { user_id, datamart_id },
        list,
        create: async (body) => void (await createSavedReport({ path, body })),
      });
      const reports = (await list()).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
      return { reports, left };
    },
  });
