// These enums are not visible as named exports: kafkajs is a CommonJS module.
import kafkajs, { type AclEntry } from 'kafkajs';
import type { Acl } from '../../topics/acls.js';
import { kafkaClient, type KafkaConnection } from '../kafka-client.js';

const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;

/** Creates the ACLs that do not exist, as a user with the right to alter the cluster. It removes none. */
export async function createAcls(connection: KafkaConnection, acls: Acl[]): Promise<void> {
  const admin = kafkaClient(connection).admin();
  await admin.connect();
  try {
    await admin.createAcls({ acl: acls.flatMap(toKafka) });
  } finally {
    await admin.disconnect();
  }
}

function toKafka({ user, resource, name, pattern, operations }: Acl): AclEntry[] {
  return operations.map((operation) => ({
    principal: `User:${user}`,
    host: '*',
    permissionType: AclPermissionTypes.ALLOW,
    operation: operationTypes[operation],
    resourceType: resource === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
    resourceName: name,
    resourcePatternType: pattern === 'prefixed' ? ResourcePatternTypes.PREFIXED : ResourcePatternTypes.LITERAL,
  }));
}

const operationTypes = {
  Create: AclOperationTypes.CREATE,
  Describe: AclOperationTypes.DESCRIBE,
  Read: AclOperationTypes.READ,
  Write: AclOperationTypes.WRITE,
};
