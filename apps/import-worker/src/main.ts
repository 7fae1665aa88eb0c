import 'reflect-metadata';
import { loadConfig } from '@tributary/runtime/config';
import { runCommand, runProcess } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { ImportWorkerConfig } from './config.js';
import { ImportWorkerModule } from './import-worker.module.js';

const serve = () =>
  startService({
    name: 'import-worker',
    config: loadConfig(ImportWorkerConfig),
    module: () => ({ module: ImportWorkerModule }),
  });

await runCommand({}, () => runProcess(serve));
