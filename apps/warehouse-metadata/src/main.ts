import 'reflect-metadata';
import { loadConfig } from '@tributary/runtime/config';
import { runCommand, runProcess } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { WarehouseMetadataConfig } from './config.js';
import { WarehouseMetadataModule } from './warehouse-metadata.module.js';

const serve = () =>
  startService({
    name: 'warehouse-metadata',
    config: loadConfig(WarehouseMetadataConfig),
    module: () => ({ module: WarehouseMetadataModule }),
  });

await runCommand({}, () => runProcess(serve));
