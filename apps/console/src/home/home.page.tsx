import { Page } from '../components/page.js';

export function HomePage() {
  return <Page title="Home">{null}</Page>;
}
