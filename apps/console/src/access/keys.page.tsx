import { Page } from '../components/page.js';

export function KeysPage() {
  return <Page title="Keys">{null}</Page>;
}
