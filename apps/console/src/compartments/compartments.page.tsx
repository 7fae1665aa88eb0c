import { Page } from '../components/page.js';

export function CompartmentsPage() {
  return <Page title="Compartments">{null}</Page>;
}
