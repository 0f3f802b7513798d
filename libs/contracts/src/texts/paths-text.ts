/** All paths in a few kilobytes: a model reads them before it asks for the whole OpenAPI document. */
import { methodOf, pathOf, type Contract, type Operation } from '../define.ts';

export interface PathsSource {
  readonly contracts: readonly Contract[];
  readonly composed: Readonly<Record<string, Operation>>;
}

const COMPANY = '/api/companies/:companyId';
/** A path is below the first that it begins with. */
const heads: readonly string[] = [COMPANY, '/api/agents/:agentId', '/api/issues/:issueId', '/api'];

/** Each path once, below its head, with its methods. */
export function pathsLines({ contracts, composed }: PathsSource): string[] {
  const operations = [...contracts.map(({ operations: all }) => all), composed];
  const routes = operations.flatMap((all) => Object.values<Operation>(all)).flatMap(routeOf);
  const byPath = Map.groupBy(routes, ({ path }) => path);
  const listed = [...byPath]
    .map(([path, of]) => ({ path, methods: of.map(({ method }) => method).join(' ') }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const headOf = (path: string): string => heads.find((head) => path.startsWith(`${head}/`)) ?? '';
  return [
    '# Paths',
    '',
    'Bodies are JSON. Fields, answers and refusals of each are in /api/openapi.json.',
    ...[...heads, ''].flatMap((head) => [
      '',
      `## ${head === '' ? 'Other paths' : `Below ${head}`}`,
      '',
      ...listed
        .filter(({ path }) => headOf(path) === head)
        .map(({ path, methods }) => `${path.slice(head.length)} ${methods}`),
    ]),
  ];
}

function routeOf(operation: Operation): { path: string; method: string }[] {
  const [path, method] = [pathOf(operation), methodOf(operation)];
  return path === undefined || method === undefined ? [] : [{ path, method }];
}
