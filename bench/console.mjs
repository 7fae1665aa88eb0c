// How soon the console is usable after the sign-in, how soon an activity is on its live page, and the clicks and seconds of
// the journeys of a new user (console-journeys.mjs): from the page Home until the result is shown, without the time to think.
//
//   npm run build
//   node bench/console.mjs [--rounds 20] [--journeys 5]
//
// The embedded product and a headless Chromium (CHROMIUM, or /usr/bin/chromium) on one machine. Each sign-in is in a new
// browser context, so that nothing is cached. An activity counts from its POST until its row is in the document.
import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { chromium } from 'playwright-core';
import { measureJourneys } from './console-journeys.mjs';
import { spread } from './statistics.mjs';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '20' }, journeys: { type: 'string', default: '5' } },
});
const rounds = Number(values.rounds);

const begun = performance.now();
const platform = await startPlatform({ shape: 'embedded' });
const ready = performance.now() - begun;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  console.log(`load of the machine before: ${loadavg()[0].toFixed(2)}`);
  console.log(`the product is ready after ${(ready / 1_000).toFixed(1)} s, on an empty directory`);
  console.log(`${rounds} rounds, ms, min / median / max`);
  await signIn();
  const signIns = [];
  for (let round = 0; round < rounds; round++) signIns.push(await signIn());
  console.log(`  from the sign-in to a usable page: ${spread(signIns)}`);
  const { posted, shown } = await sendActivities();
  console.log(`  from the POST to its answer:       ${spread(posted)}`);
  console.log(`  from the POST to the row:          ${spread(shown)}`);
  const journeys = await measureJourneys({ ...platform, browser, rounds: Number(values.journeys) });
  console.log(`journeys, ${values.journeys} rounds: clicks; s, min / median / max`);
  for (const [name, { clicks, seconds }] of journeys)
    console.log(`  ${name}: ${[...clicks].join(' or ')}; ${spread(seconds)}`);
  console.log(`load of the machine after: ${loadavg()[0].toFixed(2)}`);
} finally {
  await browser.close();
  await platform.stop();
}

/** From the press of the button until the page of the datamart is there and nothing on it loads. */
async function signIn() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${platform.url}/`);
  await page.getByLabel('API token').fill(platform.token);
  const started = performance.now();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  const took = performance.now() - started;
  await context.close();
  return took;
}

async function sendActivities() {
  const { url, token } = platform;
  const page = await browser.newPage();
  await page.goto(`${url}/d/1/live#token=${encodeURIComponent(token)}`);
  await page.getByText('Connected', { exact: true }).waitFor();
  const [posted, shown] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const agent = `web:bench:${randomUUID()}`;
    const row = page.getByText(agent).first().waitFor();
    const started = performance.now();
    const answer = await fetch(`${url}/v1/datamarts/1/user_activities`, {
      method: 'POST',
      headers: { Authorization: token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ $type: 'SITE_VISIT', $user_agent_id: agent }),
    });
    if (!answer.ok) throw new Error(`the activity is answered ${answer.status}`);
    posted.push(performance.now() - started);
    await row;
    shown.push(performance.now() - started);
  }
  await page.close();
  return { posted, shown };
}
