/**
 * `values.yaml`: the defaults of the schema, with its descriptions as comments. Helm reads YAML 1.1: what would be another
 * value there, such as `off`, is quoted.
 */
import { Document, isMap, isScalar } from 'yaml';
import type { Schema } from './schema.ts';

const defaultsOf = (schema: Schema): unknown =>
  schema.properties && schema.default === undefined
    ? Object.fromEntries(
        Object.entries(schema.properties).map(([name, inner]) => [name, defaultsOf(inner)]),
      )
    : schema.default;

export function valuesFile(schema: Schema): string {
  const document = new Document(defaultsOf(schema), { compat: 'yaml-1.1' });
  document.commentBefore =
    ' Rendered by `pnpm render`; do not edit: give your own values with --values.';
  comment(document.contents, schema);
  return document.toString({ lineWidth: 0 });
}

function comment(node: unknown, { properties = {} }: Schema): void {
  if (!isMap(node)) return;
  for (const pair of node.items) {
    const { key, value } = pair;
    if (!isScalar(key)) continue;
    const schema = properties[String(key.value)] ?? {};
    if (schema.description) key.commentBefore = schema.description.replaceAll(/^/gm, ' ');
    if (schema.default === undefined) comment(value, schema);
  }
}
