import { basename } from 'node:path';
import type { Finding } from '../finding.ts';
import { isCode, type Source } from '../tree.ts';
import { eachMatch, type Rule } from './rule.ts';

const GLOSSARY = 'docs/glossary.md';

/** Declarations of every kind; parameters and fields follow the names of what they hold. */
const declared = /\b(?:function\*?|const|let|class|type|interface) (\w+)/g;

export const glossaryWords: Rule = {
  title: 'names use the words of docs/glossary.md',
  check: (tree) => {
    const glossary = tree.find(({ path }) => path === GLOSSARY);
    const banned = bannedWords(glossary?.text ?? '');
    return tree.filter(({ path }) => isCode(path)).flatMap((file) => findingsIn(file, banned));
  },
};

/** From each banned word to what is used instead: the rows of the glossary's last table. */
function bannedWords(glossary: string): ReadonlyMap<string, string> {
  const [, table = ''] = glossary.split('## Words that names do not use');
  const rows = [...table.matchAll(/^\| ([a-z, ]+?) \| (.+?) \|$/gm)];
  return new Map(
    rows
      .filter(([, words]) => words !== 'word')
      .flatMap(([, words = '', instead = '']) =>
        words.split(', ').map((word) => [word, instead] as const),
      ),
  );
}

function findingsIn(file: Source, banned: ReadonlyMap<string, string>): Finding[] {
  const complain = (name: string): string | undefined => {
    const word = wordsOf(name).find((part) => banned.has(part));
    return word && `"${word}" in ${name}: the glossary says ${banned.get(word)}`;
  };
  const inPath = complain(basename(file.path).replace(/\..*$/, ''));
  return [
    ...(inPath === undefined ? [] : [{ path: file.path, line: 1, says: inPath }]),
    ...eachMatch(file, 'code', declared, ([, name = '']) => complain(name)),
  ];
}

const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
