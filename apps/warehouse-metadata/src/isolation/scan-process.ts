import { RealEngines } from '../engines/engines.js';
import { serveScans } from './serve-scans.js';

/**
 * The main file of a scan process. A process and not a thread: the memory limit of a thread ends the whole process if one
 * large allocation exceeds it, and an engine chooses the size of its answers (docs/adr/0016-warehouse-metadata.md).
 */
serveScans((guard) => new RealEngines(guard));
