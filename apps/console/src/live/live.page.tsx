import { Page } from '../components/page.js';

export function LivePage() {
  return <Page title="Live">{null}</Page>;
}
