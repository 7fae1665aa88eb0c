import { expect, it } from '@jest/globals';
import { readExamples } from './read-examples.js';

const markdown = `
\`\`\`sh
npm start
\`\`\`
Text.
\`\`\`sh
curl -s $API/a -H "$AUTH"
\`\`\`
\`\`\`json
{"a":1}
\`\`\`
\`\`\`sh
curl -s -X PUT $API/b --json '{}'
\`\`\`
\`\`\`json
{}
\`\`\`
\`\`\`sh
curl -s $API/user_activities_analytics --json '{}'
\`\`\`
\`\`\`json
[]
\`\`\`
`;

it('Examples are the shell blocks with an answer; commands without one are never run', () =>
  expect(readExamples(markdown)).toEqual([
    { title: '$API/a', call: 'curl -s $API/a -H "$AUTH"\n', answer: '{"a":1}\n', isRead: true },
    { title: '-X PUT $API/b', call: "curl -s -X PUT $API/b --json '{}'\n", answer: '{}\n', isRead: false },
    {
      title: '$API/user_activities_analytics',
      call: "curl -s $API/user_activities_analytics --json '{}'\n",
      answer: '[]\n',
      isRead: true,
    },
  ]));
