import { expect, it } from '@jest/globals';
import { readPrograms } from './read-programs.js';

const markdown = `
\`\`\`typescript
// a.ts
first();
\`\`\`
\`\`\`sh
PLUGIN_PORT=1 node a.ts
\`\`\`
\`\`\`python
# b.py
second()
\`\`\`
\`\`\`typescript
excerpt();
\`\`\`
\`\`\`sh
PLUGIN_PORT=2 X=… \\
  Y=… python3 b.py
\`\`\`
\`\`\`sh
PLUGIN_PORT=3 node not-shown.ts
\`\`\`
`;

it('Programs are the code blocks with a file name that a command runs', () =>
  expect(readPrograms(markdown)).toEqual([
    { file: 'a.ts', source: 'first();\n', interpreter: 'node', port: '1' },
    { file: 'b.py', source: 'second()\n', interpreter: 'python3', port: '2' },
  ]));
