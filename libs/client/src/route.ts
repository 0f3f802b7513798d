/** The routes of the interface, from the lines that `pnpm render` writes. */
import { reads } from './routes/reads.ts';
import { writes } from './routes/writes.ts';

export interface Route {
  readonly method: string;
  /** `:name` is a field of the input. */
  readonly path: string;
  readonly answer: 'json' | 'text' | 'lines' | 'page' | 'live';
  /** Fields that travel in a header, and its name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The field that is the whole body. */
  readonly body: string | undefined;
}

/** A line: its name, method and path; then how it answers, unless by one JSON value; then `field=Header`, `body=field`. */
function routeOf(line: string): readonly [name: string, route: Route] {
  const [name = '', method = '', path = '', ...marks] = line.split(' ');
  const headers: Record<string, string> = {};
  let answer: Route['answer'] = 'json';
  let body: string | undefined;
  for (const mark of marks) {
    const [field = '', header] = mark.split('=');
    if (header === undefined) answer = mark as Route['answer'];
    else if (field === 'body') body = header;
    else headers[field] = header;
  }
  return [name, { method, path, answer, headers, body }];
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

export const routes: ReadonlyMap<string, Route> = new Map(
  [...linesOf(reads), ...linesOf(writes)].map(routeOf),
);
