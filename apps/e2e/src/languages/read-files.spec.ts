import { expect, it } from '@jest/globals';
import { readFiles } from './read-files.js';

const markdown = `
\`\`\`python
# a.py
first()

\`\`\`
\`\`\`php
<?php
// b.php
second();
\`\`\`
\`\`\`kotlin
excerpt()
\`\`\`
\`\`\`sh
# c.sh
\`\`\`
`;

it('The files of a page are the code blocks with a file name', () =>
  expect(readFiles(markdown)).toEqual([
    { name: 'a.py', source: '# a.py\nfirst()\n\n' },
    { name: 'b.php', source: '<?php\n// b.php\nsecond();\n' },
  ]));
