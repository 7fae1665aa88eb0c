import { Page } from '../components/page.js';

export function ChannelsPage() {
  return <Page title="Channels">{null}</Page>;
}
