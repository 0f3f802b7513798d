/** Renders the templates of `parse.ts` as Go and Helm do. */
import { createHash } from 'node:crypto';
import { stringify } from 'yaml';
import { parseTemplate, type Expression, type Node } from './parse.ts';

type Scope = Readonly<Record<string, unknown>>;
type Defined = Map<string, readonly Node[]>;

/** Path of a template → text. What a file defines is known to all. */
export function renderTemplates(
  sources: Readonly<Record<string, string>>,
  context: object,
): Readonly<Record<string, string>> {
  const defined: Defined = new Map();
  const parsed = Object.entries(sources).map(([path, source]) => {
    const nodes = parseTemplate(source);
    for (const node of nodes) if (node.is === 'define') defined.set(node.name, node.body);
    return [path, nodes] as const;
  });
  return Object.fromEntries(
    parsed.map(([path, nodes]) => [path, textOf(nodes, { '.': context, $: context }, defined)]),
  );
}

const textOf = (nodes: readonly Node[], scope: Scope, defined: Defined): string =>
  nodes.map((node) => textOfNode(node, scope, defined)).join('');

function textOfNode(node: Node, scope: Scope, defined: Defined): string {
  switch (node.is) {
    case 'text':
      return node.text;
    case 'define':
      return '';
    case 'output': {
      const value = valueOf(node.of, scope, defined);
      if (!['string', 'number', 'boolean'].includes(typeof value)) {
        throw new Error(`no text: ${JSON.stringify(node.of)}`);
      }
      return String(value);
    }
    case 'if': {
      const holds = isTrue(valueOf(node.of, scope, defined));
      return textOf(holds ? node.body : node.otherwise, scope, defined);
    }
    case 'range':
      return entriesOf(valueOf(node.of, scope, defined))
        .map(([key, value]) => {
          const [first = '', second] = node.names;
          const named =
            second === undefined ? { [first]: value } : { [first]: key, [second]: value };
          return textOf(node.body, { ...scope, ...named, '.': value }, defined);
        })
        .join('');
    default:
      return node satisfies never;
  }
}

/** A map is in the order of its keys. */
const entriesOf = (value: unknown): (readonly [string | number, unknown])[] =>
  Array.isArray(value)
    ? value.map((item: unknown, at) => [at, item] as const)
    : Object.entries(value ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));

const isTrue = (value: unknown): boolean =>
  value !== null && typeof value === 'object' ? Object.keys(value).length > 0 : Boolean(value);

function valueOf(expression: Expression, scope: Scope, defined: Defined): unknown {
  if (expression.is === 'path') {
    if (!(expression.from in scope)) throw new Error(`unknown: ${expression.from}`);
    return expression.keys.reduce<unknown>((at, key) => {
      if (at === null || typeof at !== 'object') throw new Error(`no ${key} in nothing`);
      return (at as Record<string, unknown>)[key];
    }, scope[expression.from]);
  }
  if (expression.is !== 'call') return expression.value;
  const args = expression.args.map((each) => valueOf(each, scope, defined));
  if (expression.name === 'include') {
    const [name, given] = args;
    const body = defined.get(String(name));
    if (!body) throw new Error(`nothing defines ${String(name)}`);
    return textOf(body, { '.': given, $: given }, defined);
  }
  const known = functions[expression.name];
  if (!known) throw new Error(`unknown function: ${expression.name}`);
  return known(...(args as never[]));
}

const functions: Readonly<Record<string, (...args: never[]) => unknown>> = {
  and: (...args: unknown[]) => args.find((each) => !isTrue(each)) ?? args.at(-1),
  not: (value: unknown) => !isTrue(value),
  eq: (one: unknown, other: unknown) => {
    if (typeof one !== typeof other) throw new Error('eq compares values of one type');
    return one === other;
  },
  gt: (one: number, other: number) => one > other,
  add: (...numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0),
  mul: (...numbers: number[]) => numbers.reduce((product, each) => product * each, 1),
  div: (one: number, other: number) => Math.trunc(one / other),
  max: (...numbers: number[]) => Math.max(...numbers),
  min: (...numbers: number[]) => Math.min(...numbers),
  fail: (message: string) => {
    throw new Error(message);
  },
  int: (value: unknown) => Math.trunc(Number(value)),
  default: (otherwise: unknown, value: unknown) => (isTrue(value) ? value : otherwise),
  quote: (value: unknown) => JSON.stringify(String(value)),
  list: (...items: unknown[]) => items,
  until: (count: number) => Array.from({ length: count }, (_, at) => at),
  get: (map: Record<string, unknown>, key: string) => map[key] ?? '',
  urlParse: (url: string) => ({ host: new URL(url).host }),
  toYaml: (value: unknown) =>
    stringify(value, {
      compat: 'yaml-1.1',
      sortMapEntries: true,
      lineWidth: 0,
      aliasDuplicateObjects: false,
    }).trimEnd(),
  nindent: (spaces: number, text: string) => `\n${text.replaceAll(/^/gm, ' '.repeat(spaces))}`,
  sha256sum: (text: string) => createHash('sha256').update(text).digest('hex'),
};
