/** Functions that stories run in a page: files of the folder `in-page`, whose types are those of a browser. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const sources = new Map<string, string>();

/** Calls in the page the function that a file exports: `use-link` is the file of `useLink`. */
export const runInPage = <T>(page: Page, file: string, argument: object = {}): Promise<T> =>
  page.evaluate<T>(callOf(file, argument));

/** The call of that function as an expression. */
export function callOf(file: string, argument: object = {}): string {
  const source = sources.get(file) ?? readSource(file);
  sources.set(file, source);
  const name = file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `(() => { ${source}; return ${name}(${JSON.stringify(argument)}); })()`;
}

function readSource(file: string): string {
  const path = join(import.meta.dirname, 'in-page', `${file}.ts`);
  return stripTypeScriptTypes(readFileSync(path, 'utf8')).replaceAll(/^export /gm, '');
}
