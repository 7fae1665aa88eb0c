/** Waits for all requests, even if one fails: with `--curl` each of them is printed. @throws the first failure */
export async function readAll<Results extends readonly unknown[]>(
  ...requests: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  const all: readonly Promise<unknown>[] = requests;
  await Promise.allSettled(all);
  return (await Promise.all(all)) as unknown as Results;
}
