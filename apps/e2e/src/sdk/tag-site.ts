import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import type { Page } from 'playwright-core';
import { openConsole, type ConsoleBrowser, type ConsoleOptions } from '../browser/browser.js';
import { Client } from '../client/client.js';
import { newTenant } from '../client/tenant.js';
import { Site } from './site.js';

interface StoredEvent {
  $type: string;
  $site_id?: string;
  session_id?: string;
  $events: { $event_name: string; $properties: Record<string, unknown> }[];
}

/** Attributes of the script tag, `undefined` to leave one out. */
type Attributes = Record<string, string | undefined>;

/** A site with the script tag, under a policy that allows nothing but the origin of the API, which is another one. */
export class TagSite {
  private constructor(
    private readonly client: Client,
    /** The API as pages reach it. */
    readonly api: Site,
    readonly site: Site,
    readonly browser: ConsoleBrowser,
    private readonly target: { datamart: string; key: string },
  ) {}

  /** Opens a browser with an empty tab: the site has a page after `tag`. */
  static async open({ url, token }: Platform, options: ConsoleOptions = {}): Promise<TagSite> {
    const client = new Client(url, token);
    const { datamart_id } = await newTenant(client);
    const [api, site] = await Promise.all([Site.start({ url, token }), Site.start({ url, token }, '<!doctype html>')]);
    const { key } = await client.post<{ id: string; key: string }>(`/datamarts/${datamart_id}/collect_keys`, {
      name: 'Pages',
      allowed_origins: [site.url],
      accepts_profiles: true,
    });
    const made = new TagSite(client, api, site, await openConsole(site, options), { datamart: datamart_id, key });
    made.tag();
    made.allow(api.url);
    return made;
  }

  get page(): Page {
    return this.browser.page;
  }

  /** Gives the pages of the site this script tag. */
  tag(attributes: Attributes = {}): void {
    const all: Attributes = {
      src: `${this.api.url}/data/sdk.js`,
      'data-collect-key': this.target.key,
      'data-datamart': this.target.datamart,
      ...attributes,
    };
    const text = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : `${name}="${value}"`));
    this.site.html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<script ${text.join(' ')} async></script></head><body></body></html>`;
  }

  /** Gives the site a page of a document, with this API, key and datamart in place of those that it shows. */
  show(documented: string): void {
    this.site.html = documented
      .replaceAll('http://localhost:8080', `${this.api.url}/data`)
      .replaceAll('tck_…', this.target.key)
      .replaceAll('data-datamart="1"', `data-datamart="${this.target.datamart}"`);
  }

  /** Lets the pages of the site load scripts from, and connect to, this origin alone. */
  allow(origin: string): void {
    const policy = `default-src 'none'; script-src ${origin}; connect-src ${origin}`;
    this.site.headers = { 'content-security-policy': policy };
  }

  /** Loads a page of the site, and its script. */
  async goto(path: string, tab = this.page): Promise<void> {
    await tab.goto(this.site.url + path);
    await tab.waitForFunction("typeof tributary === 'object'");
  }

  /** The id that the browser has in storage. */
  visitor(tab = this.page): Promise<string> {
    return eventually(async () => {
      const id = await tab.evaluate<string | null>(`localStorage.getItem('tributary.browser.${this.target.datamart}')`);
      return id ?? Promise.reject(new Error('no id yet'));
    });
  }

  /** The stored activities of a person, oldest first. @param selector such as `user_agent_id=…` */
  async storedOf(selector: string): Promise<StoredEvent[]> {
    const path = `/datamarts/${this.target.datamart}/user_points/${selector}/user_activities?max_results=500`;
    return (await this.client.list<StoredEvent & { id: string }>(path)).toReversed();
  }

  /** The current choices of a person. */
  choicesOf(selector: string): Promise<object[]> {
    return this.client.list(`/datamarts/${this.target.datamart}/user_points/${selector}/user_choices`);
  }

  /** Waits until a person has these events, each once. A page view is named by its path. */
  async expectEvents(selector: string, names: string[]): Promise<void> {
    await eventually(async () => {
      const stored = await this.storedOf(selector);
      expect(stored.map(nameOf).sort()).toEqual([...names].sort());
    });
  }

  /** Everything that the site has on the device. */
  async onDevice(tab = this.page): Promise<string[]> {
    const kept = await tab.evaluate<string[]>(
      'indexedDB.databases().then((all) => [...all.map(({ name }) => name), ...Object.keys(localStorage), ...Object.keys(sessionStorage)])',
    );
    const cookies = await tab.context().cookies();
    return [...kept, ...cookies.map(({ name }) => `cookie ${name}`)].sort();
  }

  /** Fails if a page has broken its policy or thrown. */
  async expectNoProblems(): Promise<void> {
    await this.page.evaluate('0');
    const { violations, errors } = this.browser.problems;
    expect({ violations, errors }).toEqual({ violations: [], errors: [] });
  }

  async close(): Promise<void> {
    await this.browser.close();
    for (const site of [this.api, this.site]) site.stop();
  }
}

function nameOf({ $events: [event] }: StoredEvent): string {
  const url = event?.$properties['$url'];
  return event?.$event_name === '$page_view' ? new URL(String(url)).pathname : String(event?.$event_name);
}
