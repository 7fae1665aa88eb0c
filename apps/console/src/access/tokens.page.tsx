import { Page } from '../components/page.js';

export function TokensPage() {
  return <Page title="API tokens">{null}</Page>;
}
