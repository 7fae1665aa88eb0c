import { Page } from '../components/page.js';

export function OrganisationsPage() {
  return <Page title="Organisations">{null}</Page>;
}
