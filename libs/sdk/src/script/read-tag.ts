import { pages } from '../pages.js';
import type { TributaryOptions } from '../options.js';

/** The part of a script element that says what it sends. */
export interface Tag {
  dataset: Partial<Record<string, string>>;
  /** Empty if the script is in the page itself. */
  src: string;
}

type Check = (value: string | undefined) => boolean;
const optional =
  (pattern: RegExp): Check =>
  (value) =>
    value === undefined || pattern.test(value);

const checks: [name: string, attribute: string, isValid: Check][] = [
  ['collectKey', 'data-collect-key', (value) => /^tck_[\x21-\x7e]+$/.test(value ?? '')],
  ['datamart', 'data-datamart', (value) => /^\d+$/.test(value ?? '')],
  ['channel', 'data-channel', optional(/^.{1,128}$/s)],
  ['consent', 'data-consent', optional(/^required$/)],
  ['respectGpc', 'data-respect-gpc', optional(/^(true|false)?$/)],
];

/** @returns the options of the client, or the names of the attributes that are wrong */
export function readTag({ dataset, src }: Tag, isRefusedByBrowser: boolean): TributaryOptions | string[] {
  const url = addressOf(dataset['url'], src);
  const wrong = checks.filter(([name, , isValid]) => !isValid(dataset[name])).map(([, attribute]) => attribute);
  if (url === undefined) wrong.push('data-url');
  const { collectKey = '', datamart = '', channel, consent, respectGpc = 'false' } = dataset;
  if (url === undefined || wrong.length > 0) return wrong;
  return {
    url,
    datamart,
    auth: { collectKey },
    pages: pages(),
    consent: isRefusedByBrowser && respectGpc !== 'false' ? 'denied' : consent ? 'required' : 'granted',
    ...(channel && { defaults: { $site_id: channel } }),
  };
}

/** The address of the API: the folder of the script, unless the page names another. */
function addressOf(given: string | undefined, src: string): string | undefined {
  try {
    const { protocol, username, href } = given === undefined ? new URL('.', src) : new URL(given, document.baseURI);
    return /^https?:$/.test(protocol) && !username ? href.replace(/[?#].*$/, '') : undefined;
  } catch {
    return undefined;
  }
}
