/** The documents of one file of templates, each under its condition. */
import { apply, type Operation } from '../kubernetes/json-patch.ts';
import type { Manifest } from '../kubernetes/objects.ts';
import { hole, templateOf } from './template.ts';

const HEADER = '{{- /* Rendered by `pnpm render`; change deploy/helm/*.ts and render again. */}}\n';

export interface Part {
  readonly manifest: Manifest;
  /** What differs between installations, as patches whose values are templates. */
  readonly patches?: readonly Operation[];
  /** A condition over the values; without one the document is always there. */
  readonly when?: string;
  /** The namespace; none for kinds of the whole cluster. */
  readonly namespace?: string | undefined;
}

export const OWN_NAMESPACE = '{{ .Release.Namespace }}';

export const put = (path: string, value: unknown): Operation => ({ op: 'replace', path, value });
export const add = (path: string, value: unknown): Operation => ({ op: 'add', path, value });

export const fileOf = (parts: readonly Part[]): string => HEADER + parts.map(documentOf).join('');

function documentOf({ manifest, patches = [], when, namespace = OWN_NAMESPACE }: Part): string {
  // Manifests may share parts, such as labels, and a patch changes one place only.
  const copy = JSON.parse(JSON.stringify(manifest)) as Manifest;
  for (const patch of patches) apply(copy, patch);
  const { name, ...marks } = copy.metadata;
  const inNamespace = namespace === '' ? {} : { namespace: hole(namespace) };
  const document = templateOf({ ...copy, metadata: { name, ...inNamespace, ...marks } });
  return when === undefined
    ? `---\n${document}`
    : `{{- if ${when} }}\n---\n${document}{{- end }}\n`;
}
