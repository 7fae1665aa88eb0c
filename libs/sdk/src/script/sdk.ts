// The script tag: its attributes make a client that reports page views, and that the page uses as `tributary`. It never throws
// into the page.
import { Client } from '../client.js';
import type { Tributary } from '../tributary-api.js';
import { readTag, type Tag } from './read-tag.js';

const warn = (text: string) => console.warn(`Tributary: ${text}`);

/** The calls of a page whose tag is wrong do nothing. */
const inert = () => {
  const names = ['activity', 'siteVisit', 'track', 'page', 'identify', 'reset', 'setProfile', 'choice', 'consent'];
  return Object.fromEntries(names.map((name) => [name, () => Promise.resolve(name === 'consent' ? {} : undefined)]));
};

function start(): object {
  try {
    // A tag manager may run the text of the script without its element.
    const element = document.currentScript ?? document.querySelector('script[data-collect-key]');
    const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean };
    const tag = { dataset: {}, src: '', ...(element && (({ dataset, src }) => ({ dataset, src }))(element as Tag)) };
    const options = readTag(tag, globalPrivacyControl === true);
    if (!Array.isArray(options)) return new Client(options);
    warn(`nothing is sent: ${options.join(', ')} of the script tag must be as docs/web-pages.md says`);
  } catch {
    warn('nothing is sent: the browser lacks what the script needs');
  }
  return inert();
}

const page = globalThis as { tributary?: Partial<Tributary> };
if (typeof page.tributary?.track === 'function') warn('the page has two script tags, the first one counts');
else page.tributary = start();
