import path from 'node:path';
import { installedTools } from '../installed-tools.js';

/** The file that holds a ClickHouse server, from npm (178 MB): for Linux x64 with glibc. */
export async function clickHouseLibrary(): Promise<string> {
  try {
    return path.join(await installedTools('clickhouse'), 'node_modules/@chdb/lib-linux-x64-gnu/libchdb.so');
  } catch (error) {
    throw new Error(
      'npm could not install ClickHouse for tests, or has none for this machine. Without it, set CLICKHOUSE_URL to a server for tests',
      { cause: error },
    );
  }
}
