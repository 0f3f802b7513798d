/**
 * The part of kustomize that our overlays use: resources, components, merged literals, images,
 * namespaces, patches and replacements. An unknown field is an error, so that nothing is left unchecked.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { Replacement, replaceIn } from './replacements.ts';
import type { Document } from './schemas.ts';

const Generator = z.strictObject({
  name: z.string(),
  behavior: z.enum(['create', 'merge']).default('create'),
  literals: z.array(z.string()).default([]),
  files: z.array(z.string()).default([]),
  options: z.looseObject({}).optional(),
});

const Kustomization = z.strictObject({
  apiVersion: z.enum(['kustomize.config.k8s.io/v1beta1', 'kustomize.config.k8s.io/v1alpha1']),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  images: z
    .array(
      z.strictObject({
        name: z.string(),
        newName: z.string().optional(),
        newTag: z.string().optional(),
      }),
    )
    .default([]),
  configMapGenerator: z.array(Generator).default([]),
  replacements: z.array(Replacement).default([]),
  patches: z
    .array(
      z.strictObject({
        target: z.strictObject({ kind: z.string(), name: z.string().optional() }),
        patch: z.string(),
      }),
    )
    .default([]),
});
type Patch = z.output<typeof Kustomization>['patches'][number];

const Operation = z.strictObject({
  op: z.enum(['add', 'replace', 'remove']),
  path: z.string().startsWith('/'),
  value: z.unknown().optional(),
});
const Deletion = z.looseObject({ $patch: z.literal('delete') });

export const documentsOf = (file: string): Document[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Document);

export const kustomize = (folder: string): Document[] => applied(folder, []);

/** A component changes the documents that the folder which names it has so far. */
function applied(folder: string, before: readonly Document[]): Document[] {
  const own = Kustomization.parse(parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')));
  let documents = [...before, ...own.resources.flatMap((path) => resource(join(folder, path)))];
  for (const generator of own.configMapGenerator) generate(documents, folder, generator);
  for (const component of own.components) documents = applied(join(folder, component), documents);
  for (const patch of own.patches) documents = patched(documents, patch);
  for (const replacement of own.replacements) replaceIn(documents, replacement);
  return documents.map((document) =>
    withImages(withNamespace(document, own.namespace), own.images),
  );
}

const resource = (path: string): Document[] =>
  path.endsWith('.yaml') ? documentsOf(path) : kustomize(path);

const emptyMap = { apiVersion: 'v1', kind: 'ConfigMap' };

function generate(
  documents: Document[],
  folder: string,
  { name, behavior, literals, files }: z.output<typeof Generator>,
): void {
  const data = Object.fromEntries([
    ...literals.map((literal) => literal.split(/=(.*)/s).slice(0, 2)),
    ...files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  ]) as Record<string, string>;
  const known = documents.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name,
  ) as ({ data: object } & Document) | undefined;
  if ((behavior === 'merge') !== (known !== undefined)) {
    throw new Error(`${dirname(join(folder, 'x'))}: cannot ${behavior} the ConfigMap ${name}`);
  }
  if (known) Object.assign(known.data, data);
  else documents.push({ ...emptyMap, metadata: { name }, data } as Document);
}

function patched(documents: readonly Document[], { target, patch }: Patch): Document[] {
  const isMeant = ({ kind, metadata }: Document): boolean =>
    kind === target.kind &&
    (target.name === undefined || new RegExp(`^(${target.name})$`).test(metadata.name));
  if (!documents.some(isMeant)) throw new Error(`a patch of ${target.kind} has no target`);
  const read: unknown = parse(patch);
  if (Deletion.safeParse(read).success) return documents.filter((each) => !isMeant(each));
  const operations = z.array(Operation).parse(read);
  return documents.map((document) => {
    if (!isMeant(document)) return document;
    const copy = structuredClone(document);
    for (const operation of operations) apply(copy, operation);
    return copy;
  });
}

/** JSON Patch (RFC 6902), without `move`, `copy` and `test`. */
function apply(document: unknown, { op, path, value }: z.output<typeof Operation>): void {
  const keys = path
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop() ?? '';
  let at = document as Record<string, unknown>;
  for (const key of keys) {
    const next = at[key];
    if (next === null || typeof next !== 'object')
      throw new Error(`a patch has no target at ${path}`);
    at = next as Record<string, unknown>;
  }
  if (op !== 'add' && !(last in at)) throw new Error(`a patch has no target at ${path}`);
  if (op === 'remove') delete at[last];
  else if (Array.isArray(at) && op === 'add') {
    at.splice(last === '-' ? at.length : Number(last), 0, value);
  } else at[last] = value;
}

const withNamespace = (document: Document, namespace: string | undefined): Document =>
  namespace === undefined
    ? document
    : { ...document, metadata: { ...document.metadata, namespace } as Document['metadata'] };

interface Image {
  readonly name: string;
  readonly newName?: string | undefined;
  readonly newTag?: string | undefined;
}

/** Images of all containers: in deployments, jobs and cron jobs. */
function withImages<T>(value: T, images: readonly Image[]): T {
  if (Array.isArray(value)) return value.map((each) => withImages(each, images)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== 'image' || typeof inner !== 'string') return [key, withImages(inner, images)];
      const [name = '', tag] = inner.split(':');
      const found = images.find((image) => image.name === name);
      const chosen = found?.newTag ?? tag;
      return [key, `${found?.newName ?? name}${chosen === undefined ? '' : `:${chosen}`}`];
    }),
  ) as T;
}
