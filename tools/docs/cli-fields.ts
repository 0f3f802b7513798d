/** The fields that the command line knows at run time: it loads neither the contracts nor zod. */
import * as everything from '@muster/contracts';
import { composed, contracts, isWrite, type Operation } from '@muster/contracts';
import { convert, isRecord, namedSchemas, type Json } from '@muster/contracts/json-schemas';

const PER_LINE = 'name, a field and its type each, then what it does';

const all: readonly (readonly [string, Operation])[] = [
  ...contracts.map(({ operations }) => operations),
  composed,
]
  .flatMap((operations) => Object.entries<Operation>(operations))
  .filter(([, { http }]) => http !== undefined);

type Components = Readonly<Record<string, Json>>;

/** `text`, `integer`, `number`, `boolean`, `json` or words; `[]` is a list of them, `?` may be null. */
function typeOf(schema: unknown, components: Components): string {
  if (!isRecord(schema)) return 'json';
  const { $ref, allOf, anyOf, items, type } = schema;
  if (typeof $ref === 'string') {
    return typeOf(components[$ref.replace('#/components/schemas/', '')], components);
  }
  if (Array.isArray(allOf) && allOf.length === 1) return typeOf(allOf[0], components);
  if (Array.isArray(anyOf)) return typeOfOne(anyOf, components);
  if (Array.isArray(schema['enum'])) return schema['enum'].map(String).join('|');
  if (type === 'array') {
    const item = typeOf(items, components);
    return /^json|\[\]/.test(item) ? 'json' : `${item}[]`;
  }
  if (type === 'string') return 'text';
  return type === 'integer' || type === 'number' || type === 'boolean' ? type : 'json';
}

function typeOfOne(schemas: readonly unknown[], components: Components): string {
  const isNull = (schema: unknown): boolean => isRecord(schema) && schema['type'] === 'null';
  const types = schemas
    .filter((schema) => !isNull(schema))
    .map((schema) => typeOf(schema, components));
  const [first = 'json'] = types;
  const one = types.every((type) => type === first) ? first : 'json';
  return schemas.some(isNull) ? `${one}?` : one;
}

/** What would end the text that the lines stand in. */
const plain = (text: string): string => text.replaceAll('`', "'").replaceAll('${', '$ {');

function render(constant: string, writes: boolean): string {
  const inputs = new Map(all.map(([name, { input }]) => [name, input]));
  const { roots, components } = convert(inputs, namedSchemas(everything), 'input');
  const lines = all
    .filter(([, operation]) => isWrite(operation) === writes)
    .map(([name, { summary }]) => {
      const { properties, required } = roots[name] ?? {};
      const fields = Object.entries(isRecord(properties) ? properties : {}).map(
        ([field, schema]) => {
          const isRequired = Array.isArray(required) && required.includes(field);
          return `${field}:${typeOf(schema, components)}${isRequired ? '!' : ''}`;
        },
      );
      return [name, ...fields, '#', plain(summary)].join(' ');
    });
  return `/** Rendered from the contracts by \`pnpm render\`: ${PER_LINE}. */
export const ${constant} = \`
${lines.join('\n')}
\`;
`;
}

export const cliFields = [
  { path: 'cli/src/fields/reads.ts', render: () => render('reads', false) },
  { path: 'cli/src/fields/writes.ts', render: () => render('writes', true) },
];
