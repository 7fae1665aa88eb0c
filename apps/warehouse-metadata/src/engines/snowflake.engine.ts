import { unavailable } from '@tributary/contracts/errors';
import type { Engine, Scan } from './engine.js';

export class SnowflakeEngine implements Engine {
  scan(): Promise<Scan> {
    return Promise.reject(unavailable('not yet'));
  }
}
