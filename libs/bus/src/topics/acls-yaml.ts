import type { Acl } from './acls.js';

/** `deploy/kafka-acls.yaml`: the ACLs of all users, for operators who do not use `createAcls`. */
export function aclsYaml(acls: Acl[]): string {
  const entries = acls.map(({ user, resource, name, pattern, operations }) => [
    `  - user: ${user}`,
    `    ${resource}: ${name}`,
    ...(pattern === 'prefixed' ? ['    pattern: prefixed'] : []),
    `    operations: [${operations.join(', ')}]`,
  ]);
  return [
    '# Generated from libs/contracts/src/topics/topic-catalog.ts; a test compares. Each entry allows the operations from any',
    '# host. Read and Write include Describe. A prefixed name stands for all names that begin with it.',
    'acls:',
    ...entries.flat(),
    '',
  ].join('\n');
}
