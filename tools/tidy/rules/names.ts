import { basename } from 'node:path';
import type { Finding } from '../finding.ts';
import { isCode, type Source } from '../tree.ts';
import { type Rule, eachMatch, perFile } from './rule.ts';

const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;
const migration = /^\d{4}_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/;

/** Words that say nothing about the thing they name, wherever they stand. */
const emptyAnywhere = /^(?:helpers?|utils?|utilities|impl)$/i;
/** Words that say nothing at the end of a name; "data directory" and "manager of" are fine. */
const emptyAtEnd = /^(?:data|info)$/i;
/** Endings of types: an agent may be a manager, but no type here manages. */
const emptyTypeEnd = /^(?:manager|service)$/i;

/** Functions that make or run one of the services, which are the only things of that name. */
const verbOfService = /^(?:define|run|serve|start|stop|spawn|kill|restart)Services?$/;

export const kebabCaseFiles: Rule = perFile(
  'source files have kebab-case names',
  isCode,
  ({ path }) => {
    const wrong = path.split('/').find((part) => !kebab.test(part) && !part.startsWith('.'));
    if (wrong === undefined) return [];
    return [{ path, line: 1, says: `"${wrong}" is not kebab-case` }];
  },
);

export const numberedMigrations: Rule = perFile(
  'migrations are named NNNN_what.sql',
  (path) => /\/migrations\//.test(path),
  ({ path }) =>
    migration.test(basename(path))
      ? []
      : [{ path, line: 1, says: 'name a migration like 0002_add_labels.sql' }],
);

export const oneMigrationPerNumber: Rule = {
  title: 'no two migrations of a service have the same number',
  check: (tree) => {
    const seen = new Map<string, string>();
    return tree.flatMap(({ path }): Finding[] => {
      const number = /^(.*\/migrations\/\d{4})_/.exec(path)?.[1];
      if (number === undefined) return [];
      const other = seen.get(number);
      seen.set(number, path);
      if (other === undefined) return [];
      return [{ path, line: 1, says: `${basename(other)} has this number already; take the next` }];
    });
  },
};

const exported =
  /^export (?:declare )?(?:async )?(function\*?|const|let|class|type|interface) (\w+)/gm;

export const meaningfulNames: Rule = perFile(
  'exported names and file names say what the thing is',
  isCode,
  (file) => [...emptyFileName(file), ...emptyExports(file)],
);

function emptyFileName({ path }: Source): Finding[] {
  const words = basename(path)
    .replace(/(?:\.test)?\.ts$/, '')
    .split(/[-.]/);
  const empty = words.find((word) => emptyAnywhere.test(word));
  const last = words.at(-1) ?? '';
  const isTail = words.length > 1 && emptyAtEnd.test(last);
  const wrong = empty ?? (isTail ? last : undefined);
  if (wrong === undefined) return [];
  return [{ path, line: 1, says: `"${wrong}" in a file's name says nothing; name what it holds` }];
}

function emptyExports(file: Source): Finding[] {
  return eachMatch(file, 'code', exported, (match) => {
    const name = match[2] ?? '';
    const wrong = emptyWord(match[1] ?? '', name, file.path);
    return wrong && `"${wrong}" in ${name} says nothing; name what it is or does`;
  });
}

function emptyWord(kind: string, name: string, path: string): string | undefined {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  const last = words.at(-1) ?? '';
  const empty = words.find((word) => emptyAnywhere.test(word));
  if (empty !== undefined) return empty;
  if (words.length > 1 && emptyAtEnd.test(last)) return last;
  // The kit is the one place whose subject is services.
  if (path.startsWith('libs/service-kit/') && last === 'Service') return undefined;
  const isType = kind === 'class' || kind === 'type' || kind === 'interface';
  if (isType && words.length > 1 && emptyTypeEnd.test(last)) return last;
  const isDefinition = kind === 'const' && path.endsWith('/src/service.ts');
  const isService = /[a-z]Services?$/.test(name) && !verbOfService.test(name);
  return isService && !isType && !isDefinition ? last : undefined;
}

const listed =
  /import \{([^}]*)\} from '\.\/(?:[\w-]+\/)?(operations|reactions)\/(?:[\w-]+\/)?([\w-]+)\.ts'/g;

export const namesakes: Rule = perFile(
  'an operation or a reaction lies in a file of its name',
  (path) => /^services\/[^/]+\/src\/(?:service|[^/]+\/[^/]+-operations)\.ts$/.test(path),
  (file) =>
    eachMatch(file, 'uncommented', listed, ([, names = '', folder = '', own = '']) => {
      const strangers = names
        .split(',')
        .map((name) => name.trim())
        // `reserveRunBy(clock)` makes `reserveRun`; it is still the file's subject.
        .filter((name) => name !== '' && !`${kebabOf(name)}-`.startsWith(`${own}-`));
      if (strangers.length === 0) return undefined;
      return `${strangers.join(', ')} is in ${folder}/${own}.ts; one name, one file`;
    }),
);

const kebabOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const camelOf = (name: string): string =>
  name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** `reserveRunBy(clock)` in `reserve-run.ts` makes the operation `reserveRun`. */
export const operationsOnly: Rule = perFile(
  'files in operations/ are operations',
  (path) => /^services\/[^/]+\/src\/(?:[\w-]+\/)?operations\//.test(path),
  (file) => {
    const name = camelOf(basename(file.path).replace(/(?:\.test)?\.ts$/, ''));
    const isOperation = new RegExp(`^export (?:const|function) ${name}(?:By)?\\b`, 'm');
    if (isOperation.test(file.code)) return [];
    const says = `exports no operation ${name}; views, events and shared steps have rooms of their own`;
    return [{ path: file.path, line: 1, says }];
  },
);
