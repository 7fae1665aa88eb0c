import type { Command } from 'commander';
import { createGroup } from '../commands/create-command.js';
import { applyCommand } from './apply.command.js';
import { exportCommand } from './export.command.js';
import { listDashboardsCommand } from './list.command.js';

export const dashboardCommand = (): Command =>
  createGroup(
    'dashboard',
    {
      summary: 'List dashboards, and keep their contents in files, as in git',
      examples: [
        'tributary dashboard list',
        'tributary dashboard export 3 > sales.json',
        'tributary dashboard apply sales.json',
      ],
    },
    [listDashboardsCommand(), exportCommand(), applyCommand()],
  );
