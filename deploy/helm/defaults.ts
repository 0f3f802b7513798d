/** Defaults that are in manifests written by hand, so that they have one place. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from '../kubernetes/objects.ts';

export { PODS_MAX } from '../kubernetes/runners.ts';

const kubernetes = join(import.meta.dirname, '../kubernetes');

/** The documents of a file below `deploy/kubernetes`. */
export const byHand = (path: string): Manifest[] =>
  parseAllDocuments(readFileSync(join(kubernetes, path), 'utf8')).map(
    (document) => document.toJS() as Manifest,
  );

export const natsManifests = byHand('base/nats.yaml');
export const [ingress] = byHand('components/ingress/ingress.yaml');
export const ingressAnnotations = ingress?.metadata.annotations ?? {};

interface Servers {
  readonly template: { readonly spec: { readonly containers: readonly { image: string }[] } };
}
const servers = natsManifests.find(({ kind }) => kind === 'StatefulSet')?.['spec'] as Servers;

export const natsImage = servers.template.spec.containers[0]?.image ?? '';
