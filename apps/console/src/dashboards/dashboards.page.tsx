import { Page } from '../components/page.js';

export function DashboardsPage() {
  return <Page title="Dashboards">{null}</Page>;
}
