/** What a reader that has only the answer sends next. */
import type { Problem } from '@muster/contracts';

export interface Attempt {
  readonly line: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
}

export type SecondTry = (answer: Problem, first: Attempt) => Attempt;

interface RouteHint {
  readonly didYouMean: readonly string[];
}
type FieldHints = readonly { readonly path: readonly string[]; readonly nearest?: string }[];

/**
 * Takes the first route of `details.didYouMean`. Ids that the first path had go into it in order; what it
 * did not have is the company.
 */
export const otherRoute =
  (company: () => string): SecondTry =>
  ({ details }, { line, body }) => {
    const [route = ''] = (details as RouteHint).didYouMean;
    const [, query] = line.split('?');
    const ids = (line.split('?')[0] ?? '').split('/').filter((segment) => ID.test(segment));
    const needed = (route.match(/:\w+/g) ?? []).length;
    const given = ids.length < needed ? [company(), ...ids] : ids;
    let next = 0;
    const filled = route.replaceAll(/:\w+/g, () => given[next++] ?? '');
    return { line: query === undefined ? filled : `${filled}?${query}`, body };
  };

const ID = /^(?:[0-9a-f]{8}-[0-9a-f-]{27}|[A-Z][A-Z0-9]*-\d+)$/;

/** Gives each field in `details` the name that is nearest to it. */
export const otherFields: SecondTry = ({ details }, { line, body }) => {
  let [path = '', query] = line.split('?');
  const renamed = new Map(Object.entries(body ?? {}));
  for (const { path: at, nearest } of details as FieldHints) {
    const name = at.join('.');
    if (nearest === undefined) throw new Error(`nothing is said to be like ${name}`);
    if (renamed.has(name)) renamed.set(nearest, renamed.get(name));
    renamed.delete(name);
    query = query?.replace(new RegExp(`(^|&)${name}=`), `$1${nearest}=`);
  }
  path = query === undefined ? path : `${path}?${query}`;
  return { line: path, body: body && Object.fromEntries(renamed) };
};

/** Takes the first request of the hint that has this method. */
export const hintedRequest =
  (fill: (path: string) => string, body?: Attempt['body']): SecondTry =>
  ({ hint = '' }) => {
    const found = /(GET|POST|PATCH|DELETE) (\/[\w/:-]+)/.exec(hint);
    if (!found) throw new Error(`the hint names no request: ${hint}`);
    return { line: `${found[1]} ${fill(found[2] ?? '')}`, body };
  };
