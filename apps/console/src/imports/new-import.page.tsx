import { Page } from '../components/page.js';

export function NewImportPage() {
  return <Page title="New import">{null}</Page>;
}
