/**
 * `operations.ts` in plain TypeScript, for those who have neither the contracts nor zod: the schemas of the
 * contracts, turned into types by way of JSON Schema.
 */
import * as everything from '@muster/contracts';
import { composed, contracts, type Operation } from '@muster/contracts';
import { convert, namedSchemas } from '@muster/contracts/json-schemas';
import { compile } from 'json-schema-to-typescript';

type Schema = Readonly<Record<string, unknown>>;

const all = [...contracts.map(({ operations }) => operations), composed];
const operations: readonly (readonly [string, Operation])[] = all
  .flatMap((each) => Object.entries<Operation>(each))
  .filter(([, { http }]) => http !== undefined);

export async function renderOperationTypes(): Promise<string> {
  const inputs = await typesOf('Inputs', 'In', 'input', ({ input }) => input);
  const outputs = await typesOf('Outputs', '', 'output', ({ output }) => output);
  const codes = operations.map(([name, { refusals }]) => `${name}: ${unionOf(refusals)};`);
  return `${inputs}
${outputs}
export interface Codes {
${codes.join('\n')}
}
export type PagedName = ${unionOf(namesWith(({ paged }) => paged === true))};
export type LiveName = ${unionOf(namesWith(({ live }) => live === true))};
`;
}

const namesWith = (has: (operation: Operation) => boolean): string[] =>
  operations.flatMap(([name, operation]) => (has(operation) ? [name] : []));

const unionOf = (words: readonly string[]): string =>
  words.length === 0 ? 'never' : words.map((word) => JSON.stringify(word)).join(' | ');

/** One interface with a field for each operation. A record is named once, with a prefix: inputs lack what has a default. */
async function typesOf(
  name: string,
  prefix: string,
  io: 'input' | 'output',
  pick: (operation: Operation) => Operation['input'] | Operation['output'],
): Promise<string> {
  const roots = new Map(operations.map(([key, operation]) => [key, pick(operation)]));
  const { roots: schemas, components } = convert(roots, namedSchemas(everything), io);
  const $defs = Object.fromEntries(
    Object.entries(components).map(([key, schema]) => [
      key,
      { ...schema, title: `${prefix}${key}` },
    ]),
  );
  const root = {
    title: name,
    type: 'object',
    properties: schemas,
    required: Object.keys(schemas),
    $defs,
  };
  const text = JSON.stringify(root).replaceAll('#/components/schemas/', '#/$defs/');
  const schema: Schema = JSON.parse(text);
  return compile(schema, name, {
    additionalProperties: false,
    bannerComment: '',
    format: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: false,
  });
}
