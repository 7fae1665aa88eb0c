import { Page } from '../components/page.js';

export function EditDashboardPage() {
  return <Page title="Edit the dashboard">{null}</Page>;
}
