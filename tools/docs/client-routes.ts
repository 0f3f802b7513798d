/** The routes that `@muster/client` knows at run time: it imports the contracts for their types only. */
import { composed, contracts, isWrite, type Operation } from '@muster/contracts';

const PER_LINE = 'name METHOD /path, then its marks';

const answerOf = ({ live, paged, produces }: Operation): string | undefined => {
  if (live) return 'live';
  if (produces) return produces === 'application/x-ndjson' ? 'lines' : 'text';
  return paged ? 'page' : undefined;
};

const lineOf = ([name, operation]: readonly [string, Operation]): string =>
  [
    name,
    operation.http,
    answerOf(operation),
    ...Object.entries(operation.headers ?? {}).map(([field, header]) => `${field}=${header}`),
    operation.bodyIn && `body=${operation.bodyIn}`,
  ]
    .filter(Boolean)
    .join(' ');

const render = (constant: string, writes: boolean) => (): string => {
  const all = [...contracts.map(({ operations }) => operations), composed];
  const lines = all
    .flatMap((operations) => Object.entries<Operation>(operations))
    .filter(([, operation]) => operation.http && isWrite(operation) === writes)
    .map(lineOf);
  return `/** Rendered from the contracts by \`pnpm render\`: ${PER_LINE}. */
export const ${constant} = \`
${lines.join('\n')}
\`;
`;
};

export const clientRoutes = [
  { path: 'libs/client/src/routes/reads.ts', render: render('reads', false) },
  { path: 'libs/client/src/routes/writes.ts', render: render('writes', true) },
];
