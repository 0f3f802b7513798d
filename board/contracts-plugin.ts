/**
 * `virtual:contracts`: what a page needs of the contracts at run time, as constants. The build imports the
 * contracts in Node, so nothing is generated or committed, and their schemas stay out of the browser.
 */
import {
  composed,
  contracts,
  IssuePriority,
  IssueStatus,
  methodOf,
  pathOf,
  RunStatus,
  type Operation,
} from '@muster/contracts';
import type { Plugin } from 'vite';

const ID = 'virtual:contracts';
const RESOLVED = `\0${ID}`;

export function contractsPlugin(): Plugin {
  return {
    name: 'contracts',
    resolveId: (id) => (id === ID ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? moduleText() : undefined),
  };
}

function moduleText(): string {
  const constants = {
    routes: routesOf(),
    issueStatuses: IssueStatus.options,
    issuePriorities: IssuePriority.options,
    runStatuses: RunStatus.options,
  };
  return Object.entries(constants)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}

/** Operation → `GET /api/issues/:issueId`. */
function routesOf(): Record<string, string> {
  const all: Readonly<Record<string, Operation>> = Object.assign(
    {},
    ...contracts.map(({ operations }) => operations),
    composed,
  );
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, operation]) => operation.http !== undefined)
      .map(([name, operation]) => [name, `${methodOf(operation)} ${pathOf(operation)}`]),
  );
}
