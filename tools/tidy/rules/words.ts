import { isCode } from '../tree.ts';
import { eachMatch, perFile, type Rule } from './rule.ts';

/** The rules about words have to write the words down. */
const isOutsideTidy = (path: string): boolean => !path.startsWith('tools/tidy/');

export const nothingPutOff: Rule = perFile(
  'nothing is put off in a comment',
  isOutsideTidy,
  (file) =>
    eachMatch(
      file,
      'text',
      /\b(?:TODO|FIXME|XXX|HACK)\b/g,
      ([word]) => `${word}: do it now, or open an issue and leave no trace of it here`,
    ),
);

/** Package registries and their mirrors: which one is used is a setting of the machine. */
const registry = new RegExp(
  [
    String.raw`registry\.npmjs`,
    String.raw`registry\.yarnpkg`,
    'npmmirror',
    String.raw`npm\.pkg\.github`,
    String.raw`deb\.debian\.org`,
    String.raw`security\.debian\.org`,
    String.raw`archive\.ubuntu\.com`,
    String.raw`files\.pythonhosted`,
    String.raw`pypi\.org`,
    String.raw`proxy\.golang\.org`,
  ].join('|'),
  'gi',
);

/** The folder of a checkout on one machine. */
const machinePath = /(?<![\w.~-])\/(?:work|Users\/[a-z]\w*)\//g;

export const noMachineInside: Rule = perFile(
  'no registry and no path of one machine is written down',
  isOutsideTidy,
  (file) => [
    ...eachMatch(file, 'text', registry, ([host]) => `${host}: the registry is not ours to choose`),
    ...eachMatch(
      file,
      'text',
      machinePath,
      ([path]) => `${path} exists on one machine; use a path relative to the repository`,
    ),
  ],
);

export const lockfileWithoutHosts: Rule = perFile(
  'the lockfile names no host',
  (path) => path === 'pnpm-lock.yaml',
  (file) =>
    eachMatch(
      file,
      'text',
      /(?:tarball|registry): *\S*https?:\/\/[^\s,}]*/g,
      ([url]) => `${url} binds the install to one host; install again without a registry set here`,
    ),
);

export const excusedSuppressions: Rule = perFile(
  'a suppressed lint rule says why',
  (path) => isCode(path) && isOutsideTidy(path),
  (file) =>
    eachMatch(file, 'text', /(?:oxlint|eslint)-disable[\w-]*(.*)$/gm, ([, rest = '']) =>
      / -- \S/.test(rest) ? undefined : 'name the rule and give the reason after " -- "',
    ),
);
