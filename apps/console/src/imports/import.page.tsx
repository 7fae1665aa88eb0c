import { Page } from '../components/page.js';

export function ImportPage() {
  return <Page title="Import">{null}</Page>;
}
