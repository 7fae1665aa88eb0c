/** A JSON text that was typed in: its value, or why it has none. */
export function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? `is not JSON: ${error.message}` : 'is not JSON' };
  }
}
