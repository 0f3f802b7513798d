import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readMaterial } from '../../tools/docs/material.ts';
import { settings } from '../kubernetes/settings.ts';
import { workloads } from '../kubernetes/workloads.ts';
import { faultsOf, type Document } from './schemas.ts';

const folder = join(import.meta.dirname, '../kubernetes');

const read = (text: string): Document[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Document);

const base = readdirSync(join(folder, 'base'))
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => read(readFileSync(join(folder, 'base', file), 'utf8')));

/** Where the tool is at hand, what it makes of the overlays is looked at, too. */
const kubectl = (process.env['PATH'] ?? '').split(':')
  .map((path) => join(path, 'kubectl')).find((path) => existsSync(path));
const rendered = kubectl
  ? readdirSync(join(folder, 'overlays')).map((overlay) => ({
    overlay,
    documents: read(execFileSync(
      kubectl, ['kustomize', join(folder, 'overlays', overlay)], { encoding: 'utf8' })),
  }))
  : [];

interface Pod {
  readonly spec: {
    readonly containers: readonly Container[];
    readonly automountServiceAccountToken: boolean;
  };
}
interface Container {
  readonly env: readonly { readonly name: string }[];
  readonly image: string;
  readonly securityContext: object;
}
const podOf = (document: Document): Pod =>
  (document as unknown as { spec: { template: Pod } }).spec.template;

const pods = base.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
  .map((document) => [document.metadata.name, podOf(document)] as const);

describe('the manifests', () => {
  test.for(base.map((document) => [document.kind, document.metadata.name, document] as const))(
    '%s %s holds against the schemas of the API', async ([, , document]) => {
      expect(await faultsOf(document)).toEqual([]);
    });

  test('a misspelt field is noticed', async () => {
    const [deployment] = base.filter(({ kind }) => kind === 'Deployment');
    const wrong = structuredClone(deployment) as unknown as { spec: Record<string, unknown> };
    wrong.spec['replicaz'] = 3;
    expect(await faultsOf(wrong as unknown as Document)).toEqual(['unknown .spec.replicaz']);
  });

  test('a wrong type is noticed', async () => {
    const [deployment] = base.filter(({ kind }) => kind === 'Deployment');
    const wrong = structuredClone(deployment) as unknown as { spec: Record<string, unknown> };
    wrong.spec['replicas'] = 'many';
    expect(await faultsOf(wrong as unknown as Document)).not.toEqual([]);
  });

  test.for(rendered.flatMap(({ overlay, documents }) => documents.map((document) =>
    [overlay, document.kind, document.metadata.name, document] as const)))(
    'overlay %s: %s %s holds, too', async ([, , , document]) => {
      expect(await faultsOf(document)).toEqual([]);
    });

  test('there is one deployment a service', () => {
    const deployed = base.filter(({ kind }) => kind === 'Deployment');
    expect(deployed.map(({ metadata }) => metadata.name).toSorted())
      .toEqual(workloads.map(({ name }) => name).toSorted());
  });

  test.for(pods)('the pod of %s has no rights to give away', ([, { spec }]) => {
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(spec).toMatchObject({ securityContext: { runAsNonRoot: true } });
    for (const { securityContext, image } of spec.containers) {
      expect(image).not.toMatch(/:latest$/);
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false, readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });
});

describe('the environment of a pod', async () => {
  const { services, baseConfig } = await readMaterial();
  const shapeOf = (name: string) => ({
    ...baseConfig.shape, ...services.find(({ contract }) => contract.name === name)?.config?.shape,
  });

  const names = workloads.map(({ name }) => name);
  test.for(names)('of %s is all that it requires, and known', (name) => {
    const shape = shapeOf(name);
    const [, pod] = pods.find(([of]) => of === name) ?? [];
    const given = (pod?.spec.containers[0]?.env ?? []).map((each) => each.name);
    const variables = given.map((each) => each.replace(/_FILE$/, ''));
    const required = Object.entries(shape)
      .filter(([, field]) => !field.safeParse(undefined).success).map(([variable]) => variable);
    expect(variables).toEqual(expect.arrayContaining(required));
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(variables));
  });

  test('every setting of the installation is read by some service', () => {
    const known = workloads.flatMap(({ name }) => Object.keys(shapeOf(name)));
    expect(known).toEqual(expect.arrayContaining(Object.keys(settings)));
  });
});
