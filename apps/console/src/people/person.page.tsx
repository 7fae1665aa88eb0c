import { Page } from '../components/page.js';

export function PersonPage() {
  return <Page title="Person">{null}</Page>;
}
