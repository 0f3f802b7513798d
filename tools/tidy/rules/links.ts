import { posix } from 'node:path';
import type { Finding } from '../finding.ts';
import { lineAt, type Source } from '../tree.ts';
import type { Rule } from './rule.ts';

const link = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g;
/** A path in code type that begins with a folder of the repository. */
const mentioned = /`((?:libs|services|local|tools|e2e|bench|deploy|docs|examples)\/[\w./-]+)`/g;

/** Folders that commands create and git ignores. */
const madeOnUse = /^(?:deploy\/secrets|bench\/profiles)\b/;

export const livingLinks: Rule = {
  title: 'links and paths in documents lead to files of the tree',
  check: (tree) => {
    const known = new Set(tree.flatMap(({ path }) => [path, ...foldersOf(path)]));
    return tree
      .filter(({ path }) => path.endsWith('.md') && !path.startsWith('bench/results/'))
      .flatMap((file) => deadEnds(file, known));
  },
};

function deadEnds(file: Source, known: ReadonlySet<string>): Finding[] {
  const folder = posix.dirname(file.path);
  const links = [...file.text.matchAll(link)]
    .filter(([, target = '']) => !/^[a-z]+:/.test(target))
    .map((match) => ({ match, target: posix.join(folder, match[1] ?? '') }));
  const paths = [...file.text.matchAll(mentioned)].map((match) => ({
    match,
    target: match[1] ?? '',
  }));
  return [...links, ...paths]
    .filter(({ target }) => !known.has(target.replace(/\/$/, '')) && !madeOnUse.test(target))
    .map(({ match, target }) => ({
      path: file.path,
      line: lineAt(file.text, match.index),
      says: `${target} does not exist`,
    }));
}

const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'));
