import { Page } from '../components/page.js';

export function DashboardPage() {
  return <Page title="Dashboard">{null}</Page>;
}
