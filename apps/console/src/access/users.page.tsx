import { Page } from '../components/page.js';

export function UsersPage() {
  return <Page title="Users">{null}</Page>;
}
