import { Page } from '../components/page.js';

export function ImportsPage() {
  return <Page title="Imports">{null}</Page>;
}
