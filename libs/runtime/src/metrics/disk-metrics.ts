import { statfs } from 'node:fs/promises';
import type { Metrics } from './metrics.js';

/** Exports the free space and size of the disk that holds a module's files. */
export function watchDisk(metrics: Metrics, module: string, directory: string): void {
  const blocksOf = (key: 'bavail' | 'blocks') => async () => {
    const disk = await statfs(directory);
    return [{ labels: { module }, value: disk[key] * disk.bsize }];
  };
  const labelNames = ['module'];
  metrics.addGauge({
    name: 'tributary_disk_free_bytes',
    help: 'Free space on the disk',
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
