import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { STOP_MAX_MS } from '@muster/service-kit';
import { setupConfig } from '@muster/setup';
import { parse } from 'yaml';
import { readSources } from '@muster/tools/docs/sources';
import { locationOf, locationOfSetup } from '../tables/settings.ts';
import { workloads } from '../tables/workloads.ts';
import { dataOf, documentsOf, hasSchema, rendered } from './chart.ts';
import { faultsOf, type Document } from './schemas.ts';

const base = documentsOf('default');
const settings = dataOf(base, 'muster');

interface Pod {
  readonly spec: {
    readonly containers: readonly Container[];
    readonly terminationGracePeriodSeconds: number;
    readonly automountServiceAccountToken: boolean;
  };
}
interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly image: string;
  readonly securityContext: object;
  readonly lifecycle?: { readonly preStop: { readonly sleep?: { readonly seconds: number } } };
  readonly startupProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
}
interface Probe {
  readonly timeoutSeconds?: number;
}
const podOf = (document: Document): Pod =>
  (document as unknown as { spec: { template: Pod } }).spec.template;

const pods = base
  .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
  .map((document) => [document.metadata.name, podOf(document)] as const);

describe('the manifests', () => {
  it.for(base.map((document) => [document.kind, document.metadata.name, document] as const))(
    'conform to the Kubernetes API: %s %s',
    async ([, , document]) => {
      expect(await faultsOf(document)).toEqual([]);
    },
  );

  it('fail the check with a misspelt field', async () => {
    const [deployment] = base.filter(({ kind }) => kind === 'Deployment');
    const wrong = structuredClone(deployment) as unknown as { spec: Record<string, unknown> };
    wrong.spec['replicaz'] = 3;
    expect(await faultsOf(wrong as unknown as Document)).toEqual(['unknown .spec.replicaz']);
  });

  it('fail the check with a wrong type', async () => {
    const [deployment] = base.filter(({ kind }) => kind === 'Deployment');
    const wrong = structuredClone(deployment) as unknown as { spec: Record<string, unknown> };
    wrong.spec['replicas'] = 'many';
    expect(await faultsOf(wrong as unknown as Document)).not.toEqual([]);
  });

  it.for(
    rendered.flatMap(({ installation, documents }) =>
      documents
        .filter(hasSchema)
        .map(
          (document) => [installation, document.kind, document.metadata.name, document] as const,
        ),
    ),
  )('conform to it in the installation %s: %s %s', async ([, , , document]) => {
    expect(await faultsOf(document)).toEqual([]);
  });

  it('replace each autoscaler by a scaled object for KEDA', () => {
    const lag = documentsOf('lag');
    const named = (wanted: string) =>
      lag
        .filter(({ kind }) => kind === wanted)
        .map(({ metadata }) => metadata.name)
        .toSorted();
    expect(named('HorizontalPodAutoscaler')).toEqual([]);
    expect(named('ScaledObject')).toEqual(workloads.map(({ name }) => name).toSorted());
  });

  it('contain one deployment per service', () => {
    const deployed = base.filter(({ kind }) => kind === 'Deployment');
    expect(deployed.map(({ metadata }) => metadata.name).toSorted()).toEqual(
      workloads.map(({ name }) => name).toSorted(),
    );
  });

  it.for(pods)('give the pod of %s no privileges', ([, { spec }]) => {
    expect(spec.automountServiceAccountToken).toBe(false);
    expect(spec).toMatchObject({ securityContext: { runAsNonRoot: true } });
    for (const { securityContext, image } of spec.containers) {
      expect(image).not.toMatch(/:latest$/);
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });
});

const everyPod = rendered
  .flatMap(({ documents }) => documents)
  .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
  .flatMap((document) => podOf(document).spec.containers);

describe('a probe', () => {
  it('has a time limit longer than the second that Kubernetes sets, which load may take', () => {
    const probes = everyPod
      .flatMap((container) => [
        container.startupProbe,
        container.readinessProbe,
        container.livenessProbe,
      ])
      .filter((probe) => probe !== undefined);
    expect(probes.length).toBeGreaterThan(3 * workloads.length);
    expect(new Set(probes.map(({ timeoutSeconds }) => timeoutSeconds))).toEqual(new Set([5]));
  });
});

describe('the environment of a pod', async () => {
  const { services, baseConfig } = await readSources();
  const shapeOf = (name: string) => ({
    ...baseConfig.shape,
    ...services.find(({ contract }) => contract.name === name)?.config?.shape,
  });

  const [job] = base.filter(({ kind }) => kind === 'Job');
  const setup = job ? podOf(job) : expect.fail('no setup job');
  it('of the setup job has every required variable and no unknown one', () => {
    const given = [
      ...(setup.spec.containers[0]?.env ?? []).map((each) => each.name.replace(/_FILE$/, '')),
      ...Object.keys(settings).filter((variable) => variable in setupConfig.shape),
    ];
    expect(Object.keys(setupConfig.shape)).toEqual(expect.arrayContaining(given));
    expect(given).toContain('DATABASE_URL');
  });

  const names = workloads.map(({ name }) => name);
  it.for(names)('of %s has every required variable and no unknown one', (name) => {
    const shape = shapeOf(name);
    const [, pod] = pods.find(([of]) => of === name) ?? [];
    const given = (pod?.spec.containers[0]?.env ?? []).map((each) => each.name);
    const variables = [
      ...given.map((each) => each.replace(/_FILE$/, '')),
      ...Object.keys(settings).filter((variable) => variable in shape),
    ];
    const required = Object.entries(shape)
      .filter(([, field]) => !field.safeParse(undefined).success)
      .map(([variable]) => variable);
    expect(variables).toEqual(expect.arrayContaining(required));
    expect(Object.keys(shape)).toEqual(expect.arrayContaining(variables));
  });

  it('contains no setting that no process reads', () => {
    const known = [
      ...workloads.flatMap(({ name }) => Object.keys(shapeOf(name))),
      ...Object.keys(setupConfig.shape),
    ];
    expect(known).toEqual(expect.arrayContaining(Object.keys(settings)));
  });

  const everywhere = [...pods.filter(([name]) => name !== 'nats'), ['setup', setup] as const];
  it.for(everywhere)(
    'of %s includes the ConfigMaps that an operator changes',
    ([name, { spec }]) => {
      expect(spec.containers[0]?.envFrom).toEqual([
        ...(name === 'setup' ? [] : [{ configMapRef: { name: `muster-pools-${name}` } }]),
        { configMapRef: { name: 'muster' } },
        { configMapRef: { name: `muster-${name}`, optional: true } },
      ]);
    },
  );

  /** Secrets do not belong in a ConfigMap, which more users of a cluster may read. */
  const isSecret =
    /SECRET|TOKEN|SEED|_KEYS\b|_KEYS_|PASSWORD|HEADERS|_KEY\b|_KEY_|CERT|NATS_CA|DATABASE_URL|REDIS|HTTPS_PROXY/;
  const plain = [
    'UNKNOWN_PRICE_CENTS_PER_MILLION_TOKENS',
    'REDIS_SENTINELS',
    'REDIS_SENTINEL_MASTER',
  ];
  const variables = [...new Set(names.flatMap((name) => Object.keys(shapeOf(name))))];
  it.for([
    ...variables.map((variable) => [variable, locationOf(variable)] as const),
    ...Object.keys(setupConfig.shape).map(
      (variable) => [variable, locationOfSetup(variable)] as const,
    ),
  ])('has %s in one place, and in a Secret if it is one', ([variable, location]) => {
    const secret = isSecret.test(variable) && !plain.includes(variable);
    expect(location).toMatch(secret ? /^Secret / : /^(ConfigMap|pod|do not change)$/);
    if (variable in settings) expect(location).toBe('ConfigMap');
  });

  it.for(names)('of %s gets each of its secrets from the documented place', (name) => {
    const [, pod] = pods.find(([of]) => of === name) ?? [];
    const given = (pod?.spec.containers[0]?.env ?? []).map((each) =>
      each.name.replace(/_FILE$/, ''),
    );
    const secrets = Object.keys(shapeOf(name)).filter((variable) =>
      locationOf(variable).startsWith('Secret'),
    );
    expect(given.filter((each) => each !== 'REPLICA').toSorted()).toEqual(secrets.toSorted());
  });
});

describe('a graceful stop', () => {
  it('fits into the grace period, with the pause before it', () => {
    for (const { name } of workloads) {
      const [, pod] = pods.find(([of]) => of === name) ?? expect.fail(name);
      const { terminationGracePeriodSeconds: seconds, containers } = pod.spec;
      const pause = containers[0]?.lifecycle?.preStop.sleep?.seconds ?? expect.fail('no pause');
      expect(seconds * 1_000).toBeGreaterThan(pause * 1_000 + STOP_MAX_MS);
    }
    const compose = parse(readFileSync(join(import.meta.dirname, '../compose.yaml'), 'utf8'), {
      merge: true,
    }) as Compose;
    for (const name of workloads.map((workload) => workload.name)) {
      const { stop_grace_period: grace = '', env_file: files } = compose.services[name] ?? {};
      expect(Number.parseInt(grace, 10) * 1_000).toBeGreaterThan(STOP_MAX_MS);
      expect(files).toEqual(['./secrets/settings.env']);
    }
  });
});

describe('replica bounds', () => {
  const boundsIn = (documents: readonly Document[], kinds: readonly string[]) =>
    documents
      .filter(({ kind }) => kinds.includes(kind))
      .map((document) => (document as unknown as { spec: Bounds }).spec);
  const scalers = ['ScaledObject', 'HorizontalPodAutoscaler'];

  const large = rendered.filter(({ installation }) => installation !== 'small');
  it.for(large)('leave every service a pod when a node fails: $installation', ({ documents }) => {
    const least = boundsIn(documents, scalers).map(
      ({ minReplicas, minReplicaCount }) => minReplicas ?? minReplicaCount ?? 0,
    );
    expect(least).toHaveLength(workloads.length);
    expect(Math.min(...least)).toBeGreaterThan(1);
    const gone = boundsIn(documents, ['PodDisruptionBudget']).map((spec) => spec.maxUnavailable);
    expect(new Set(gone)).toEqual(new Set([1]));
  });

  it('are the same with KEDA as without', () => {
    const [by, without] = ['lag', 'default'].map((installation) =>
      Object.fromEntries(
        documentsOf(installation)
          .filter(({ kind }) => scalers.includes(kind))
          .map((document) => {
            const { spec } = document as unknown as { spec: Bounds };
            return [
              document.metadata.name,
              [spec.minReplicas ?? spec.minReplicaCount, spec.maxReplicas ?? spec.maxReplicaCount],
            ];
          }),
      ),
    );
    expect(by).toEqual(without);
    expect(Object.keys(by ?? {})).toHaveLength(workloads.length);
  });
});

interface Bounds {
  readonly maxUnavailable?: number;
  readonly minReplicas?: number;
  readonly maxReplicas?: number;
  readonly minReplicaCount?: number;
  readonly maxReplicaCount?: number;
}
interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly stop_grace_period?: string;
        readonly env_file?: readonly string[];
      }
    >
  >;
}
