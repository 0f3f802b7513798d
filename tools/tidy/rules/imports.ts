import { matchesGlob } from 'node:path';
import { doors, enclosures, homes } from '../import-rules.ts';
import type { Finding } from '../finding.ts';
import type { Import } from '../imports.ts';
import { isCode, isTest, type Source } from '../tree.ts';
import { perFile, type Rule } from './rule.ts';

type Complaint = (file: Source, imported: Import) => string | undefined;

const serviceOf = (path: string): string | undefined => /^services\/([^/]+)\//.exec(path)?.[1];
const matchesAny = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => matchesGlob(path, glob));

function rule(title: string, complain: Complaint): Rule {
  return perFile(title, isCode, (file) =>
    file.imports.flatMap((imported): Finding[] => {
      const because = complain(file, imported);
      if (because === undefined) return [];
      const says = `imports ${imported.specifier}, but ${because}`;
      return [{ path: file.path, line: imported.line, says }];
    }),
  );
}

/** Names of the packages of the services, which are the names of their folders. */
export function importRules(services: readonly string[]): Rule[] {
  const packageOf = new Map(services.map((name) => [`@muster/${name}`, name]));
  return [
    rule('no service imports another', ({ path }, { target }) => {
      const own = serviceOf(path);
      const other = serviceOf(target) ?? packageOf.get(target);
      if (own === undefined || other === undefined || own === other) return undefined;
      return `a service never imports another: react to an event of ${other}, or ask by NATS`;
    }),
    rule('no library imports a service', ({ path }, { target }) => {
      const service = serviceOf(target) ?? packageOf.get(target);
      // Who sets the services up knows them.
      const isLibrary = path.startsWith('libs/') && !path.startsWith('libs/setup/');
      if (!isLibrary || service === undefined) return undefined;
      return 'libraries do not know the services that use them';
    }),
    rule('packages are imported only where they are at home', homeless),
    rule('pure folders import only what they may', breakout),
    rule('stores are imported only through their doors', intrusion),
  ];
}

const homeless: Complaint = ({ path }, { target }) =>
  homes.find((home) => matchesAny(target, home.packages) && !matchesAny(path, home.homes))?.because;

const breakout: Complaint = ({ path }, { target }) => {
  const enclosure = enclosures.find(({ folder }) => matchesGlob(path, `${folder}/**`));
  if (enclosure === undefined) return undefined;
  const own = ownFolder(path, enclosure.folder);
  const may = isTest(path) ? [...enclosure.may, ...enclosure.testsMayAlso] : enclosure.may;
  const isAllowed = may.some((glob) =>
    glob === 'own:' ? target.startsWith(own) : matchesGlob(target, glob),
  );
  return isAllowed ? undefined : enclosure.because;
};

const intrusion: Complaint = ({ path }, { target }) =>
  doors.find(
    ({ folder, importers }) => matchesGlob(target, `${folder}/**`) && !matchesAny(path, importers),
  )?.because;

/** The part of a path that a folder's glob stands for, with a slash at its end. */
function ownFolder(path: string, folder: string): string {
  const depth = folder.split('/').length;
  return `${path.split('/').slice(0, depth).join('/')}/`;
}
