// The journeys of a person who is new to the console, on pages of an empty datamart. Tools of console.mjs.
import { randomUUID } from 'node:crypto';

/** Counts the clicks of a person on a page. A choice of a native list is one, and that of a file in the system's dialog. */
class Person {
  clicks = 0;

  constructor(page) {
    this.page = page;
  }

  async click(role, name, { exact = true } = {}) {
    this.clicks += 1;
    await this.page.getByRole(role, { name, exact }).first().click();
  }

  async choose(label, option) {
    this.clicks += 1;
    await this.page.getByLabel(label, { exact: true }).first().selectOption(option);
  }

  /** Types into the field that has the focus already: fails if the page does not give it. */
  async write(name, text) {
    const field = this.page.getByRole('textbox', { name, exact: true });
    await field.and(this.page.locator(':focus')).waitFor();
    await field.fill(text);
  }

  async chooseFile(name, text) {
    this.clicks += 1;
    await this.page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
  }

  sees(role, name) {
    return this.page.getByRole(role, { name }).first().waitFor();
  }
}

const activity = () =>
  JSON.stringify({ $type: 'SITE_VISIT', $user_agent_id: `web:bench:${randomUUID()}`, $events: [{ $event_name: 'a' }] });

/** All begin on the page Home. Each round runs them in this order, on a datamart of its own. */
const journeys = [
  [
    'a first activity, live and in a report',
    async (person) => {
      await person.click('button', 'Send a sample');
      await person.sees('heading', 'It works');
    },
  ],
  [
    'a first report',
    async (person) => {
      await person.click('link', 'Reports');
      await person.sees('table', 'Report');
    },
  ],
  [
    'a first chart on a dashboard, from a report',
    async (person) => {
      await person.click('link', 'Reports');
      await person.page.getByText('Bars', { exact: true }).click();
      person.clicks += 1;
      await person.click('button', 'Add to dashboard');
      await person.write('Title of the new dashboard', 'From a report');
      await person.click('button', 'Add');
      await person.click('link', 'From a report');
      await person.sees('img', /Bars, \d+ keys/);
    },
  ],
  [
    'a first chart on a dashboard, from Dashboards',
    async (person) => {
      await person.click('link', 'Dashboards');
      await person.click('button', 'Create a dashboard');
      await person.write('Title', 'From Dashboards');
      await person.click('button', 'Create');
      await person.click('button', 'Add a first chart');
      await person.choose('Type', 'Bars');
      await person.click('combobox', 'Dimensions');
      await person.click('option', /^Day/);
      await person.click('button', 'Apply');
      await person.click('button', 'Save');
      await person.click('link', 'Show the dashboard');
      await person.sees('img', /^Users by day: Bars, \d+ keys/);
    },
  ],
  [
    'a first import, of lines',
    async (person) => {
      await person.click('link', 'Imports');
      await person.click('link', 'Import a file');
      await person.chooseFile('activities.ndjson', [activity(), activity()].join('\n'));
      await person.click('button', 'Upload');
      await person.page.getByText('Lines succeeded').waitFor();
    },
  ],
  [
    'a first import, of an ordinary table',
    async (person) => {
      await person.click('link', 'Imports');
      await person.click('link', 'Import a file');
      await person.chooseFile('customers.csv', 'email,name,plan\nann@example.org,Ann,free\nbo@example.org,Bo,paid\n');
      await person.click('button', 'Import');
      await person.page.getByText('Lines succeeded').waitFor();
    },
  ],
  [
    'a first person',
    async (person) => {
      await person.click('link', 'People');
      person.clicks += 1;
      await person.page.getByRole('table', { name: 'Recent people' }).getByRole('link').first().click();
      await person.sees('tab', 'Activities');
    },
  ],
  [
    'a full page Home from demo data',
    async (person) => {
      await person.click('button', 'Load demo data');
      await person.sees('img', /^Sessions by day: [12],\d{3} /);
    },
    { isEmpty: true },
  ],
];

/** @returns by the name of each journey its clicks and the seconds of each round */
export async function measureJourneys({ url, token, browser, rounds }) {
  const measured = new Map(journeys.map(([name]) => [name, { clicks: new Set(), seconds: [] }]));
  const page = await browser.newPage();
  await page.goto(`${url}/#token=${encodeURIComponent(token)}`);
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  for (let round = 0; round < rounds; round++) {
    let datamart = await newDatamart({ url, token });
    for (const [name, walk, { isEmpty = false } = {}] of journeys) {
      if (isEmpty) datamart = await newDatamart({ url, token });
      await page.goto(`${url}/d/${datamart}`);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[aria-busy=true]').filter({ visible: true }).first().waitFor({ state: 'detached' });
      const person = new Person(page);
      const started = performance.now();
      await walk(person);
      measured.get(name).seconds.push((performance.now() - started) / 1_000);
      measured.get(name).clicks.add(person.clicks);
    }
  }
  await page.close();
  return measured;
}

async function newDatamart({ url, token }) {
  const name = `bench-${randomUUID()}`;
  const post = async (path, body) => {
    const headers = { Authorization: token, 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} is answered ${answer.status}`);
    return (await answer.json()).data;
  };
  const organisation = await post('/organisations', { name, technical_name: name, community_id: '1' });
  return (await post('/datamarts', { name, organisation_id: organisation.id })).id;
}
