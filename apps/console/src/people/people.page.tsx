import { Page } from '../components/page.js';

export function PeoplePage() {
  return <Page title="People">{null}</Page>;
}
