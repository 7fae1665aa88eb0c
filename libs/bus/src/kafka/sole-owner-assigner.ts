import { AssignerProtocol, type PartitionAssigner } from 'kafkajs';

const name = 'tributary-sole-owner';
const version = 1;

/**
 * Gives every partition to one member, the one that started first; the others stand by. All groups of a process choose
 * by the same order, so that no two processes each own some of them.
 *
 * @param startedAs of this process: sorts by the time of its start, and is unique
 */
export const soleOwnerAssigner =
  (startedAs: string): PartitionAssigner =>
  ({ cluster }) => ({
    name,
    version,
    assign({ members, topics }) {
      const [owner] = members
        .map(({ memberId, memberMetadata }) => ({ memberId, startedAs: startOf(memberMetadata) }))
        .sort((a, b) => (a.startedAs < b.startedAs ? -1 : 1));
      const assignment = Object.fromEntries(
        topics.map((topic) => [topic, cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId)]),
      );
      const memberAssignment = AssignerProtocol.MemberAssignment.encode({ version, assignment, userData });
      return Promise.resolve(owner ? [{ memberId: owner.memberId, memberAssignment }] : []);
    },
    protocol: ({ topics }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({ version, topics, userData: Buffer.from(startedAs) }),
    }),
  });

const userData = Buffer.alloc(0);

const startOf = (metadata: Buffer) => AssignerProtocol.MemberMetadata.decode(metadata)?.userData.toString() ?? '';
