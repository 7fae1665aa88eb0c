export const sendTabs = {
  web: 'Web page',
  javascript: 'JavaScript',
  node: 'Node.js',
  curl: 'curl',
  python: 'Python',
  mobile: 'Mobile (signed)',
  csv: 'CSV',
} as const;

export type SendTab = keyof typeof sendTabs;

export const isSendTab = (value: unknown): value is SendTab =>
  typeof value === 'string' && Object.hasOwn(sendTabs, value);

/** The parameters in the address of the page. */
interface SendSearch {
  /** Absent: the newest. */
  channel?: string;
  /** Absent: the one that fits the channel. */
  tab?: SendTab;
}

// The router reads `?channel=12` as a number.
export const readSendSearch = ({ channel, tab }: Record<string, unknown>): SendSearch => ({
  ...((typeof channel === 'string' || typeof channel === 'number') && { channel: String(channel) }),
  ...(isSendTab(tab) && { tab }),
});
