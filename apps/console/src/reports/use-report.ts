import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { parseReport, printReport, type Report, type ReportSearch } from './query/report.js';

const route = getRouteApi('/signed-in/d/$datamart_id/reports');

/** How long typing must rest before the address and the report follow it. */
export const settleMs = 400;

/** The report of the page. It is kept here while a user types, and in the address after that. */
export function useReport(): [Report, (report: Report) => void] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const address = JSON.stringify(printReport(parseReport({ ...search })));
  const [report, setReport] = useState(() => parseReport({ ...search }));
  const written = useRef(address);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // Another address: a link, or the browser's way back.
    if (address === written.current) return;
    written.current = address;
    clearTimeout(timer.current);
    setReport(parseReport(JSON.parse(address) as Record<string, unknown>));
  }, [address]);

  const change = (next: Report) => {
    setReport(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const printed: ReportSearch = printReport(next);
      written.current = JSON.stringify(printed);
      void navigate({ search: printed, replace: true });
    }, settleMs);
  };
  return [report, change];
}
