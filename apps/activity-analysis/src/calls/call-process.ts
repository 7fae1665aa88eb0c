import { serveCalls } from './serve-calls.js';

/** The main file of the process that calls plugins: no answer of a plugin is read where requests are served. */
serveCalls();
