/** Where what a request has made is read. */

/**
 * The path with its parameters filled in: the last one is the id in the answer, others are fields of
 * the input.
 */
export function locationOf(
  path: string,
  input: Readonly<Record<string, unknown>>,
  body: Buffer | string,
): string {
  const { id } = JSON.parse(body.toString()) as { id: string };
  const last = path.lastIndexOf('/:');
  const before = path
    .slice(0, last)
    .replaceAll(/:(\w+)/g, (_, name: string) => String(input[name]));
  return `${before}/${id}`;
}
