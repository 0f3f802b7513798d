/** The runbooks, and what they quote from the product: panel titles and log messages. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/runbooks');

/** File → text, without the list of all. */
export const readRunbooks = (): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder)
      .filter((file) => file !== 'README.md')
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );

/** Dashboard and panel titles are in italics, and nothing else is. */
export const panelsIn = (text: string): string[] =>
  [...text.replaceAll(/`[^`]*`|\*\*/g, '').matchAll(/\*([^*]+)\*/g)].map(([, title = '']) =>
    title.replaceAll(/\s+/g, ' '),
  );

/** Whether the sources of these packages log a message; a package may be a pattern. */
export function logMessagesOf(packages: readonly string[]): (message: string) => boolean {
  const sources = packages.flatMap((each) =>
    globSync(`${each}/src/**/*.ts`, { cwd: root }).map((file) =>
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  return (message) => sources.some((source) => source.includes(`'${message}'`));
}
