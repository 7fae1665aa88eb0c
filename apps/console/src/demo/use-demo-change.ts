import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLeaveSignal } from '../imports/execution/use-leave-signal.js';
import { useDatamart } from '../shell/use-datamart.js';
import { demoOptions } from './find-demo.js';
import type { Following } from './load-demo.js';

/** A change of the demo data, with how far it is. It ends with the page; what it has left can be loaded or removed later. */
export function useDemoChange<Result>(change: (following: Following) => Promise<Result>, onDone?: () => void) {
  const { datamart_id, organisation_id } = useDatamart();
  const queries = useQueryClient();
  const leaveSignal = useLeaveSignal();
  const [percent, setPercent] = useState(0);
  const mutation = useMutation({
    mutationFn: () => {
      setPercent(0);
      return change({ signal: leaveSignal(), onProgress: (share) => setPercent(Math.round(100 * share)) });
    },
    meta: { changes: ['listAudienceSegments', 'listDashboards', 'listDocumentImports'] },
    onSettled: () => queries.invalidateQueries(demoOptions({ datamart_id, organisation_id })),
    ...(onDone && { onSuccess: onDone }),
  });
  return { ...mutation, percent };
}
