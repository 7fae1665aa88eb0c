import { statfs } from 'node:fs/promises';
import type { Metrics } from './metrics.js';

/** How much room there is on the disk on which a module keeps files. */
export function watchDisk(metrics: Metrics, module: string, directory: string): void {
  const blocksOf = (key: 'bavail' | 'blocks') => async () => {
    const disk = await statfs(directory);
    return [{ labels: { module }, value: disk[key] * disk.bsize }];
  };
  const labelNames = ['module'];
  metrics.addGauge({
    name: 'tributary_disk_free_bytes',
    help: 'Room on the disk',
    labelNames,
    read: blocksOf('bavail'),
  });
  metrics.addGauge({
    name: 'tributary_disk_size_bytes',
    help: 'Size of the disk',
    labelNames,
    read: blocksOf('blocks'),
  });
}
