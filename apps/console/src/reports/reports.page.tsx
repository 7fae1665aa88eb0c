import { Page } from '../components/page.js';

export function ReportsPage() {
  return <Page title="Reports">{null}</Page>;
}
