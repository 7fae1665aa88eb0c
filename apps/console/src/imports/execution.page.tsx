import { Page } from '../components/page.js';

export function ExecutionPage() {
  return <Page title="Execution">{null}</Page>;
}
