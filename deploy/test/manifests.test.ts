import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { setupConfig } from '@muster/setup';
import { readMaterial } from '../../tools/docs/material.ts';
import { documentsOf, kustomize } from './kustomize.ts';
import { settings } from '../kubernetes/settings.ts';
import { workloads } from '../kubernetes/workloads.ts';
import { faultsOf, type Document } from './schemas.ts';

const folder = join(import.meta.dirname, '../kubernetes');

const base = readdirSync(join(folder, 'base'))
  .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
  .flatMap((file) => documentsOf(join(folder, 'base', file)));

const rendered = readdirSync(join(folder, 'overlays')).map((overlay) => ({
  overlay, documents: kustomize(join(folder, 'overlays', overlay)),
}));

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

  test('an overlay for clusters with KEDA has a scaled object in place of each autoscaler', () => {
    const lag = rendered.find(({ overlay }) => overlay === 'production-lag')?.documents ?? [];
    const named = (wanted: string) =>
      lag.filter(({ kind }) => kind === wanted).map(({ metadata }) => metadata.name).toSorted();
    expect(named('HorizontalPodAutoscaler')).toEqual([]);
    expect(named('ScaledObject')).toEqual(workloads.map(({ name }) => name).toSorted());
  });

  test.for(rendered)('$overlay keeps events on as many servers as it has', ({ documents }) => {
    const [nats] = documents.filter(({ kind }) => kind === 'StatefulSet');
    const [map] = documents.filter(({ kind, metadata }) =>
      kind === 'ConfigMap' && metadata.name === 'muster');
    const { spec } = nats as unknown as { spec: { replicas: number } };
    const { data } = map as unknown as { data: Record<string, string> };
    expect(data['EVENTS_REPLICAS']).toBe(String(spec.replicas));
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

  const jobs = base.filter(({ kind }) => kind === 'Job' || kind === 'CronJob');
  test.for(jobs.map((job) => [job.metadata.name, job] as const))(
    'of the job %s is all that it requires, and known', ([name, job]) => {
      const { spec } = job as unknown as { spec: { jobTemplate?: { spec: object } } };
      const { template } = (spec.jobTemplate?.spec ?? spec) as { template: Pod };
      const given = (template.spec.containers[0]?.env ?? [])
        .map((each) => each.name.replace(/_FILE$/, ''));
      expect(Object.keys(setupConfig.shape)).toEqual(expect.arrayContaining(given));
      const required = name === 'setup' ? ['DATABASE_URL', 'NATS_URL'] : ['NATS_URL'];
      expect(given).toEqual(expect.arrayContaining([...required, 'NATS_NKEY_SEED']));
      if (name !== 'setup') expect(given).not.toContain('DATABASE_URL');
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

  test('every setting of the installation is read by somebody', () => {
    const known = [
      ...workloads.flatMap(({ name }) => Object.keys(shapeOf(name))),
      ...Object.keys(setupConfig.shape),
    ];
    expect(known).toEqual(expect.arrayContaining(Object.keys(settings)));
  });
});
