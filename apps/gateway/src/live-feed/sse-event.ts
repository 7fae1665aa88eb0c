/**
 * The text of a Server-Sent Event.
 *
 * @param json valid JSON: a line break in it is white space, and would end the data
 */
export function sseEvent(event: string, json: string, id?: string): string {
  const data = json.replace(/[\r\n]+/g, ' ');
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;
}

export const sseComment = (text: string) => `: ${text}\n\n`;
