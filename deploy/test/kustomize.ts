/**
 * The part of kustomize that our overlays use: resources, components, merged literals, images,
 * namespaces, patches and replacements. An unknown field is an error, so that nothing is left unchecked.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { apply } from '../kubernetes/json-patch.ts';
import { replaced, Replacement, ReplacementTransformer } from './replacements.ts';
import type { Document } from './schemas.ts';

const Texts = z.record(z.string(), z.string());
const Generator = z.strictObject({
  name: z.string(),
  behavior: z.enum(['create', 'merge']).default('create'),
  literals: z.array(z.string()).default([]),
  files: z.array(z.string()).default([]),
  options: z
    .strictObject({
      labels: Texts.optional(),
      annotations: Texts.optional(),
      disableNameSuffixHash: z.boolean().optional(),
    })
    .default({}),
});

const Kustomization = z.strictObject({
  apiVersion: z.enum(['kustomize.config.k8s.io/v1beta1', 'kustomize.config.k8s.io/v1alpha1']),
  kind: z.enum(['Kustomization', 'Component']),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  transformers: z.array(z.string()).default([]),
  images: z
    .array(
      z.strictObject({
        name: z.string(),
        newName: z.string().optional(),
        newTag: z.string().optional(),
        digest: z.string().optional(),
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
type Kustomization = z.output<typeof Kustomization>;
type Patch = Kustomization['patches'][number];
type Image = Kustomization['images'][number];

const Operation = z.strictObject({
  op: z.enum(['add', 'replace', 'remove']),
  path: z.string().startsWith('/'),
  value: z.unknown().optional(),
});
const Deletion = z.looseObject({ $patch: z.literal('delete') });

export const documentsOf = (file: string): Document[] =>
  parseAllDocuments(readFileSync(file, 'utf8')).map((document) => document.toJS() as Document);

/** What `kubectl apply -k` applies, with the names of ConfigMaps without their hashes. */
export const kustomize = (folder: string): Document[] =>
  applied(folder, []).filter((document) => !isLocal(document));

/** Kustomize reads such a document and leaves it out of its output. */
const isLocal = ({ metadata }: Document): boolean =>
  'config.kubernetes.io/local-config' in ((metadata as { annotations?: object }).annotations ?? {});

/** A component changes the documents that the folder which names it has so far. */
function applied(folder: string, before: readonly Document[]): Document[] {
  const own = Kustomization.parse(parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')));
  const read = (path: string): Document[] =>
    path.endsWith('.yaml') ? documentsOf(join(folder, path)) : applied(join(folder, path), []);
  let documents = [...before, ...own.resources.flatMap(read)];
  for (const generator of own.configMapGenerator) generate(documents, folder, generator);
  for (const component of own.components) documents = applied(join(folder, component), documents);
  for (const patch of own.patches) documents = patched(documents, patch);
  documents = replaced(documents, own.replacements);
  documents = documents.map((document) =>
    withImages(withNamespace(document, own.namespace), own.images),
  );
  for (const transformer of own.transformers.flatMap(read)) {
    documents = replaced(documents, ReplacementTransformer.parse(transformer).replacements);
  }
  return documents;
}

function generate(
  documents: Document[],
  folder: string,
  { name, behavior, literals, files, options }: z.output<typeof Generator>,
): void {
  const data = Object.fromEntries([
    ...literals.map((literal) => literal.split(/=(.*)/s).slice(0, 2)),
    ...files.map((file) => [file.split('/').at(-1), readFileSync(join(folder, file), 'utf8')]),
  ]) as Record<string, string>;
  const known = documents.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name,
  ) as ({ data: object } & Document) | undefined;
  if ((behavior === 'merge') !== (known !== undefined)) {
    throw new Error(`${dirname(join(folder, 'x'))}: cannot ${behavior} the ConfigMap ${name}`);
  }
  const { disableNameSuffixHash: _, ...marks } = options;
  if (known) {
    Object.assign(known.data, data);
    Object.assign(known.metadata, marks);
  } else {
    documents.push({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, ...marks },
      data,
    } as Document);
  }
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

/** Kinds that are in no namespace. */
const ofTheCluster = ['Namespace', 'PriorityClass'];

const withNamespace = (document: Document, namespace: string | undefined): Document =>
  namespace === undefined || ofTheCluster.includes(document.kind)
    ? document
    : { ...document, metadata: { ...document.metadata, namespace } as Document['metadata'] };

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
      const version = found?.digest ? `@${found.digest}` : chosen === undefined ? '' : `:${chosen}`;
      return [key, `${found?.newName ?? name}${version}`];
    }),
  ) as T;
}
