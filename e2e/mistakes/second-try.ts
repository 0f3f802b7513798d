/** What a reader that has only the answer sends next. */
import { UUID_PATTERN, type Problem } from '@muster/contracts';

export interface Attempt {
  readonly line: string;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export type SecondTry = (answer: Problem, first: Attempt) => Attempt;

interface RouteHint {
  readonly didYouMean: readonly string[];
}
type FieldHints = readonly { readonly path: readonly string[]; readonly nearest?: string }[];

/** Begins the path as the hint says that paths begin. */
export const prefixed: SecondTry = ({ hint = '' }, { line, ...others }) => {
  const [prefix] = /\/\w+/.exec(hint) ?? [];
  return { line: line.replace(' ', ` ${prefix}`), ...others };
};

/** Reads the list of paths that the hint names first. */
export const listedPath: SecondTry = ({ hint = '' }) => ({
  line: /GET [\w/.]*\w/.exec(hint)?.[0] ?? '',
});

/** Takes the first method that the path has, with the ids of the first path. */
export const firstAllowed: SecondTry = ({ details }, { line, body }) => {
  const [route = ''] = (details as RouteHint).didYouMean;
  const ids = line.split('/').filter((segment) => ID.test(segment));
  let next = 0;
  return { line: route.replaceAll(/:\w+/g, () => ids[next++] ?? ''), body };
};

const ID = new RegExp(`^${UUID_PATTERN}$`);

/** Gives each field in `details` the name that is nearest to it. */
export const otherFields: SecondTry = ({ details }, { line, body }) => {
  let [path = '', query] = line.split('?');
  const renamed = new Map(Object.entries(body ?? {}));
  for (const { path: at, nearest } of details as FieldHints) {
    const name = at.join('.');
    if (nearest === undefined) throw new Error(`nothing is said to be like ${name}`);
    if (at.length > 1) {
      const [field = ''] = at;
      renamed.set(field, withName(renamed.get(field), at.slice(1), nearest));
      continue;
    }
    if (renamed.has(name)) renamed.set(nearest, renamed.get(name));
    renamed.delete(name);
    query = query?.replace(new RegExp(`(^|&)${name}=`), `$1${nearest}=`);
  }
  path = query === undefined ? path : `${path}?${query}`;
  return { line: path, body: body && Object.fromEntries(renamed) };
};

/** The object, in which the field at the path has another name. */
function withName(
  given: unknown,
  [name = '', ...inner]: readonly string[],
  nearest: string,
): unknown {
  const { [name]: value, ...others } = given as Readonly<Record<string, unknown>>;
  if (inner.length === 0) return { ...others, [nearest]: value };
  return { ...others, [name]: withName(value, inner, nearest) };
}

/** Takes the first request of the hint, or the first one whose path ends so. */
export const hintedRequest =
  (fill: (path: string) => string, body?: Attempt['body'], end = ''): SecondTry =>
  ({ hint = '' }) => {
    const found = [...hint.matchAll(/(GET|POST|PATCH|DELETE) (\/[\w/:-]*\w)/g)].find(
      ([, , path = '']) => path.endsWith(end),
    );
    if (!found) throw new Error(`the hint names no such request: ${hint}`);
    return { line: `${found[1]} ${fill(found[2] ?? '')}`, body };
  };

type FieldProblems = readonly {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly nearest?: string;
}[];

/** Gives each field in `details` the value that is nearest to the one it had. */
export const nearestValues: SecondTry = ({ details }, { line, body }) =>
  (details as FieldProblems).reduce(
    (next: Attempt, { path, nearest }) => {
      if (nearest === undefined) throw new Error(`nothing is said to be like ${path.join('.')}`);
      return withValue(next, path, typeof path[1] === 'number' ? [nearest] : nearest);
    },
    { line, body },
  );

/** Gives the first field in `details` what its message has as an example. */
export const exampleIn =
  (pattern: RegExp, valueOf: (example: string) => unknown = (text) => text): SecondTry =>
  ({ details }, first) => {
    const [{ path, message } = none] = details as FieldProblems;
    const [, example] = pattern.exec(message) ?? [];
    if (example === undefined) throw new Error(`the message has no example: ${message}`);
    return withValue(first, path, valueOf(example));
  };

const none = { path: [], message: '' };

/** An example in JSON. */
export const JSON_EXAMPLE = /([{[].*?[}\]]+)/;
export const NUMBER_EXAMPLE = /(\d+)/;

/** A field of a query replaces its parameter, a field of a body its value; of a nested one, that. */
export function withValue(
  { line, body, ...others }: Attempt,
  [field = '', ...inner]: readonly (string | number)[],
  value: unknown,
): Attempt {
  const name = String(field);
  const [path = '', query] = line.split('?');
  const asked = new URLSearchParams(query);
  if (asked.has(name)) {
    asked.set(name, [value].flat().join(','));
    return { line: `${path}?${asked.toString()}`, body, ...others };
  }
  const nested = inner.filter((part) => typeof part === 'string');
  const old = body?.[name] as Attempt['body'];
  const set = nested.length === 0 ? value : withValue({ line: '', body: old }, nested, value).body;
  return { line, body: { ...body, [name]: set }, ...others };
}

/** Leaves out the fields that `details` names. */
export const withoutFields: SecondTry = ({ details }, { line, body }) => {
  const { fields } = details as { readonly fields: readonly string[] };
  const kept = Object.entries(body ?? {}).filter(([name]) => !fields.includes(name));
  return { line, body: Object.fromEntries(kept) };
};

/** Takes the request that a note has, with its body. */
export const notedRequest = (note: string): Attempt => {
  const [, line = '', body] = /((?:POST|PATCH) \S+)(?: (\{.*\}))?/.exec(note) ?? [];
  if (line === '') throw new Error(`the note has no request: ${note}`);
  return { line, body: body === undefined ? undefined : (JSON.parse(body) as Attempt['body']) };
};
