/** A call in a document, and the answer that the document shows. */
interface Example {
  title: string;
  /** Shell commands. */
  call: string;
  answer: string;
  /** Whether the call changes nothing. */
  isRead: boolean;
}

/** Each `sh` block that a `json` block follows directly. */
export const readExamples = (markdown: string): Example[] =>
  [...markdown.matchAll(/^```sh\n((?:(?!```).*\n)+)```\n```json\n((?:(?!```).*\n)+)```$/gm)].map(
    ([, call = '', answer = '']) => ({
      title: titleOf(call),
      call,
      answer,
      isRead: isReport(call) || !/ (-X|-d|--json|--data-binary) /.test(call),
    }),
  );

/** Method and path. */
const titleOf = (call: string) => /curl (-s )?(-G )?(.*?)( (-H|--json) .*| \\)?$/m.exec(call)?.[3] ?? call;

const isReport = (call: string) => /\/(user_activities_analytics|collections) /.test(call);
