// Writes the pictures of docs/console.md: docs/console/PAGE.png, 1280 x 800, a third as large by pngquant (Debian has it).
//
//   node scripts/picture-console.mjs data URL TOKEN [CREDENTIALS]     fills a fresh product with demo data
//   node scripts/picture-console.mjs pictures URL TOKEN [PAGE…]       opens the pages, or those that are named
//
// It starts nothing itself: start a product with an empty DATA_DIR, and give its URL and an administrator's token.
// CREDENTIALS are those of a PostgreSQL server as JSON, {"host":…,"port":…,"user":…,"password":…,"database":…}: the
// pages of warehouses show its metadata. Restart the product between the two commands: it counts collections then.
// Chromium is /usr/bin/chromium, or the path in CHROMIUM. Look at every picture before you commit it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { fillProduct } from './picture-console/demo.mjs';
import { pages } from './picture-console/pages.mjs';

const [, , command, url, token, ...rest] = process.argv;
const folder = path.join(import.meta.dirname, '../docs/console');

async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(20_000);
  return { browser, page: await context.newPage() };
}

async function settle(page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page
    .waitForFunction('!document.querySelector("[aria-busy=true], .mantine-Skeleton-root")')
    .catch(() => undefined);
  // Charts are read after the page, and drawn by an animation.
  await page.waitForTimeout(700);
  await page
    .waitForFunction('!document.querySelector("[aria-busy=true], .mantine-Skeleton-root")')
    .catch(() => undefined);
  await page.waitForTimeout(400);
}

async function picture(page, { name, path: address, act }) {
  await page.goto(url + address);
  await settle(page);
  await act?.(page, { url, token });
  const png = execFileSync('pngquant', ['-'], { input: await page.screenshot() });
  writeFileSync(path.join(folder, `${name}.png`), png);
}

async function takePictures() {
  mkdirSync(folder, { recursive: true });
  const { browser, page } = await openBrowser();
  const chosen = (await pages({ url, token })).filter(({ name }) => rest.length === 0 || rest.includes(name));
  const failures = [];
  for (const one of chosen.toSorted((a, b) => Number(b.signedOut ?? false) - Number(a.signedOut ?? false))) {
    const isSignedIn = await page.evaluate(
      'location.protocol !== "about:" && sessionStorage.getItem("tributary.token") !== null',
    );
    if (!one.signedOut && !isSignedIn) {
      await page.goto(`${url}/#token=${encodeURIComponent(token)}`);
      await settle(page);
    }
    await picture(page, one).catch((error) => failures.push(`${one.name}: ${error.message.split('\n')[0]}`));
  }
  await browser.close();
  process.stdout.write(`${chosen.length - failures.length} pages\n`);
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

if (command === 'data' && token)
  await fillProduct({ url, token, credentials: rest[0] && JSON.parse(rest[0]) }, openBrowser);
else if (command === 'pictures' && token) await takePictures();
else throw new Error('usage: picture-console.mjs data|pictures URL TOKEN; the top of this file says more');
