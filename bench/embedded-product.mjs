// The embedded product for a benchmark.
import { spawn } from 'node:child_process';
import path from 'node:path';

const main = path.join(import.meta.dirname, '../apps/standalone/dist/main.js');

/**
 * Starts the product on a database of its own, and resolves when it listens.
 *
 * @param nodeOptions further options of Node.js
 */
export async function startProduct({ databaseUrl, directory, token, nodeOptions = [] }) {
  const product = spawn(process.execPath, [...nodeOptions, main], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: directory,
      DATABASE_URL: databaseUrl,
      BOOTSTRAP_API_TOKEN: token,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { product, url: await firstUrl(product) };
}

async function firstUrl(child) {
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    const url = /http:\/\/[\d.]+:\d+/.exec(text)?.[0];
    if (url) return (child.stdout.on('data', () => undefined), url);
  }
  throw new Error(`the product ended: ${text}`);
}
