import { Page } from '../components/page.js';

export function ProcessingsPage() {
  return <Page title="Processings">{null}</Page>;
}
