import { Page } from '../components/page.js';

export function UserPage() {
  return <Page title="User">{null}</Page>;
}
