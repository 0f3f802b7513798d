/** Overlays of a test, in a copy of the manifests: beside the base, as an operator makes them. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from './schemas.ts';

const deploy = join(import.meta.dirname, '..');

export interface Overlays {
  readonly folder: string;
  /** The folder of a new overlay with this kustomization. */
  make(name: string, kustomization: string): string;
  close(): void;
}

export function openOverlays(): Overlays {
  const copy = mkdtempSync(join(tmpdir(), 'muster-kustomize-'));
  for (const part of ['kubernetes', 'monitoring', 'prometheus']) {
    cpSync(join(deploy, part), join(copy, part), { recursive: true });
  }
  return {
    folder: copy,
    make(name, kustomization) {
      const folder = join(copy, 'kubernetes/overlays', name);
      mkdirSync(folder);
      writeFileSync(join(folder, 'kustomization.yaml'), kustomization);
      return folder;
    },
    close: () => rmSync(copy, { recursive: true }),
  };
}

const header = 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n';

export const DIGEST = `sha256:${'a'.repeat(64)}`;

/** Every component, in a namespace and under an address of its own. */
export const everything = `${header}
namespace: acme-agents
resources: [../production]
components:
  - ../../components/ingress
  - ../../components/gateway-api
  - ../../components/lag
  - ../../components/priority
  - ../../components/private-ca
  - ../../components/runners
  - ../../../monitoring
  - ../../../monitoring/runbook-links
  - ../../../prometheus/stack
transformers: [../../addresses]
images:
  - name: registry.example.com/muster/gateway
    newName: registry.example.com/muster/gateway
    digest: ${DIGEST}
configMapGenerator:
  - name: muster
    behavior: merge
    literals: ["MUSTER_PUBLIC_URL=https://muster.acme.com"]
  - name: muster-runbooks
    literals: ["url=https://git.acme.com/muster/-/blob/main"]
`;

/** The base as it is, in a namespace and with the images of a version. */
export const baseOf = (images: readonly string[], version: string): string => `${header}
namespace: muster
resources: [../../base]
images:
${images.map((name) => `  - { name: muster/${name}, newTag: ${version} }\n`).join('')}`;

export const idOf = ({ kind, metadata }: Document): string =>
  `${kind}/${(metadata as { namespace?: string }).namespace ?? ''}/${metadata.name}`;

/** In an order of their own: what counts is which documents there are. */
export const sorted = (documents: readonly Document[]): Document[] =>
  documents.toSorted((one, other) => idOf(one).localeCompare(idOf(other)));
