import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { overviewKey } from './overview-queries.js';

/** Imported lines are in reports within it. */
const reportedMs = 10_000;

/** A function after which the page reads its reports each second for a while. */
export function useFollowReports(datamart_id: string): () => void {
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
