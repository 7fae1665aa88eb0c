import { Page } from '../components/page.js';

export function ChannelPage() {
  return <Page title="Channel">{null}</Page>;
}
