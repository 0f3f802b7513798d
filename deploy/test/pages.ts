/** The pages that operators follow: their commands, as they would be typed, and the manifests in them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

export interface Quoted {
  /** Path of the page, from the root of the repository. */
  readonly page: string;
  readonly text: string;
}

const pages = [...globSync('docs/operations/*.md', { cwd: root }), 'deploy/README.md'].map(
  (page) => ({ page, text: readFileSync(join(root, page), 'utf8') }),
);

const FENCED = /^( *)```(\w*)\n([\s\S]*?)^ *```/gm;

const blocksIn = (languages: readonly string[]): Quoted[] =>
  pages.flatMap(({ page, text }) =>
    [...text.matchAll(FENCED)].flatMap(([, indent = '', language = '', block = '']) =>
      languages.includes(language)
        ? [{ page, text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), '') }]
        : [],
    ),
  );

export const shellBlocks = blocksIn(['', 'sh']);
export const yamlBlocks = blocksIn(['yaml']);

const PROGRAM = /^(?:kubectl|docker|helm|pnpm|node|deploy\/)/;

/** Commands of blocks line by line, and those within sentences. */
export const commands: readonly Quoted[] = [
  ...shellBlocks.flatMap(({ page, text }) =>
    text
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map((line) => ({ page, text: line.replace(/\s+#.*$/, '').trim() })),
  ),
  ...pages.flatMap(({ page, text }) =>
    [...text.replaceAll(FENCED, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => ({
      page,
      text: code.replaceAll(/\s+/g, ' '),
    })),
  ),
].filter(({ text }) => PROGRAM.test(text) || /\$\(docker /.test(text));

/** Words in code that look like an environment variable, each with its page. */
export const variables: readonly Quoted[] = pages.flatMap(({ page, text }) =>
  [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) =>
    [...code.matchAll(/(?<![\w<$.-])([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?![\w>-])/g)].map(
      ([, name = '']) => ({ page, text: name }),
    ),
  ),
);

const PORT =
  /\bports?:? (\d{2,5})\b|\bport-forward \S+ (?:\d+:)?(\d+)\b|(?<=[a-z0-9\])]):(\d{4,5})\b/g;

/** The ports that pages and runbooks name, in commands, addresses and sentences. */
export const ports: readonly Quoted[] = globSync('docs/{operations,runbooks}/*.md', { cwd: root })
  .concat('deploy/README.md')
  .flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(PORT)].map(
      ([, named = '', forwarded = '', address = '']) => ({
        page,
        text: named || forwarded || address,
      }),
    ),
  );
