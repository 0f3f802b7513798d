/** The runners in a cluster: what they may do, whom they reach, and which keys they and the scheduler hold. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CAPABILITIES } from '@muster/runner/capabilities';
import { STOP_SECONDS_MAX } from '@muster/runner/stop-time';
import { documentsOf, helmTemplate, isOfRunners, named } from './chart.ts';
import { faultsOf, type Document } from './schemas.ts';

const runners = documentsOf('runners').filter(isOfRunners);
const services = documentsOf('runners').filter((document) => !isOfRunners(document));
const without = documentsOf('production');

const Container = z.looseObject({
  securityContext: z.looseObject({
    allowPrivilegeEscalation: z.boolean(),
    readOnlyRootFilesystem: z.boolean(),
    capabilities: z.object({ drop: z.array(z.string()), add: z.array(z.string()).optional() }),
  }),
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })).default([]),
  volumeMounts: z.array(
    z.looseObject({ name: z.string(), mountPath: z.string(), subPathExpr: z.string().optional() }),
  ),
});
const Volume = z.looseObject({
  name: z.string(),
  secret: z.looseObject({ secretName: z.string(), defaultMode: z.number() }).optional(),
  projected: z
    .looseObject({ sources: z.array(z.object({ secret: z.looseObject({ name: z.string() }) })) })
    .optional(),
});
const Workload = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    serviceName: z.string().optional(),
    replicas: z.number().optional(),
    template: z.looseObject({
      spec: z.looseObject({
        containers: z.tuple([Container]),
        initContainers: z.array(Container).optional(),
        volumes: z.array(Volume),
      }),
    }),
  }),
});
const Policy = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    ingress: z.array(z.unknown()).default([]),
    egress: z
      .array(z.looseObject({ to: z.array(z.unknown()).default([]), ports: z.array(z.unknown()) }))
      .default([]),
  }),
});
const Settings = z.looseObject({ data: z.record(z.string(), z.string()) });
const Runners = z.array(
  z.strictObject({ name: z.string(), address: z.string(), keyFile: z.string() }),
);

const statefulSet = Workload.parse(named(runners, 'StatefulSet', 'runner'));
const { spec: pod } = statefulSet.spec.template;
const settingsOf = (documents: readonly Document[]) =>
  Settings.parse(named(documents, 'ConfigMap', 'muster')).data;
const deployments = (documents: readonly Document[]) =>
  documents.filter(({ kind }) => kind === 'Deployment').map((each) => Workload.parse(each));
const schedulerIn = (documents: readonly Document[]) =>
  deployments(documents).find(({ metadata }) => metadata.name === 'scheduler') ??
  expect.fail('no scheduler');

/** Secrets that the pod of a workload mounts. */
const secretsOf = ({ spec }: z.output<typeof Workload>): string[] =>
  spec.template.spec.volumes.flatMap(({ secret, projected }) => [
    ...(secret ? [secret.secretName] : []),
    ...(projected?.sources ?? []).map(({ secret: { name } }) => name),
  ]);

describe('the manifests of the runners', () => {
  it.for(runners.map((document) => [document.kind, document.metadata.name, document] as const))(
    'conform to the Kubernetes API: %s %s',
    async ([, , document]) => {
      expect(await faultsOf(document)).toEqual([]);
    },
  );

  it('are in a namespace of their own, which admits no privileged pod', () => {
    const page = readFileSync(
      join(import.meta.dirname, '../../docs/operations/runners.md'),
      'utf8',
    );
    expect(page).toContain(
      'kubectl label namespace muster-runners pod-security.kubernetes.io/enforce=baseline muster.dev/runners=true',
    );
    // Helm would delete it with the homes of all agents.
    expect(documentsOf('everything').filter(({ kind }) => kind === 'Namespace')).toEqual([]);
  });
});

describe('the pod of a runner', () => {
  it('is root of its own user namespace only, without an account of the cluster', () => {
    expect(pod).toMatchObject({
      hostUsers: false,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pod).not.toHaveProperty('hostPID');
    expect(pod).not.toHaveProperty('hostNetwork');
  });

  it('has the capabilities that changing users needs, which are all of the baseline', () => {
    // https://kubernetes.io/docs/concepts/security/pod-security-standards
    const baseline =
      'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID ' +
      'SETPCAP SETUID SYS_CHROOT';
    expect(baseline.split(' ')).toEqual(expect.arrayContaining([...CAPABILITIES]));
    const [{ securityContext }] = pod.containers;
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'], add: CAPABILITIES },
    });
    for (const { securityContext: initial } of pod.initContainers ?? []) {
      expect(initial.capabilities).toEqual({ drop: ['ALL'] });
    }
  });

  it('is killed no sooner than its runner can have stopped', () => {
    expect(pod['terminationGracePeriodSeconds']).toBeGreaterThan(STOP_SECONDS_MAX);
  });

  it('mounts its own keys, readable for root only, and no other Secret', () => {
    expect(secretsOf(statefulSet)).toEqual(['runner-keys']);
    expect(pod.volumes.find(({ name }) => name === 'keys')?.secret?.defaultMode).toBe(0o400);
    const [{ volumeMounts, env }] = pod.containers;
    const mount = volumeMounts.find(({ name }) => name === 'keys');
    expect(mount?.subPathExpr).toBe('$(POD_NAME)');
    const files = env.filter(({ name }) => name.endsWith('_FILE')).map(({ value }) => value);
    expect(files).toEqual([`${mount?.mountPath}/current`, `${mount?.mountPath}/previous`]);
  });
});

describe('the value for a sandbox of each program', () => {
  const sandboxed = helmTemplate({ runners: { enabled: true, sandbox: true } }).filter(isOfRunners);

  it.for(sandboxed.map((document) => [document.kind, document] as const))(
    'conforms to the Kubernetes API: %s',
    async ([, document]) => {
      expect(await faultsOf(document)).toEqual([]);
    },
  );

  it('adds what mounts need, in a user namespace of the pod only', () => {
    const { spec } = Workload.parse(named(sandboxed, 'StatefulSet', 'runner'));
    expect(spec.template.spec).toMatchObject({ hostUsers: false });
    expect(spec.template.spec.containers[0].securityContext.capabilities).toEqual({
      drop: ['ALL'],
      add: [...CAPABILITIES, 'SYS_ADMIN', 'SYS_CHROOT'],
    });
    expect(spec.template.spec.containers[0].securityContext).toMatchObject({
      procMount: 'Unmasked',
      appArmorProfile: { type: 'Unconfined' },
    });
  });
});

describe('the network policies', () => {
  const muster = {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'muster' } },
  };
  const pods = (name: string) => ({
    podSelector: {
      matchLabels: { 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'muster' },
    },
  });
  const policy = Policy.parse(named(runners, 'NetworkPolicy', 'runner'));

  it('admit the scheduler to a runner, and the monitoring to its metrics', () => {
    expect(policy.spec.ingress).toEqual([
      { from: [{ ...muster, ...pods('scheduler') }], ports: [{ protocol: 'TCP', port: 7_300 }] },
      {
        from: [{ namespaceSelector: { matchLabels: { 'muster.dev/monitoring': 'true' } } }],
        ports: [{ protocol: 'TCP', port: 9_090 }],
      },
    ]);
  });

  it('let a runner reach the gateway, names, and port 443 outside of the cluster', () => {
    const [gateway, internet, ...more] = policy.spec.egress;
    expect(more).toEqual([]);
    expect(gateway).toEqual({
      to: [{ ...muster, ...pods('gateway') }],
      ports: [{ protocol: 'TCP', port: 8_080 }],
    });
    expect(internet?.ports).toEqual([{ protocol: 'TCP', port: 443 }]);
    expect(internet?.to).toEqual([
      {
        ipBlock: {
          cidr: '0.0.0.0/0',
          except: expect.arrayContaining([
            '10.0.0.0/8',
            '172.16.0.0/12',
            '192.168.0.0/16',
            '169.254.0.0/16',
            '100.64.0.0/10',
          ]),
        },
      },
    ]);
    const others = runners
      .filter(({ kind }) => kind === 'NetworkPolicy')
      .map((one) => Policy.parse(one));
    expect(others.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'default-deny',
      'names',
      'runner',
    ]);
    const names = others.find(({ metadata }) => metadata.name === 'names');
    expect(names?.spec.egress.flatMap(({ ports }) => ports)).toEqual([
      { protocol: 'UDP', port: 53 },
      { protocol: 'TCP', port: 53 },
    ]);
    expect(named(runners, 'NetworkPolicy', 'default-deny')).toMatchObject({
      spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    });
  });

  it('let the scheduler reach runners where there are some', () => {
    expect(Policy.parse(named(services, 'NetworkPolicy', 'scheduler-to-runners')).spec).toEqual({
      ...pods('scheduler'),
      policyTypes: ['Egress'],
      ingress: [],
      egress: [
        {
          to: [
            {
              namespaceSelector: { matchLabels: { 'muster.dev/runners': 'true' } },
              ...pods('runner'),
            },
          ],
          ports: [{ protocol: 'TCP', port: 7_300 }],
        },
      ],
    });
    const policies = without.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policies.map(({ metadata }) => metadata.name)).not.toContain('scheduler-to-runners');
  });
});

describe('the services', () => {
  it('know no runner unless an operator wants some', () => {
    expect(settingsOf(without)).not.toHaveProperty('MUSTER_RUNNERS');
    expect(deployments(without).flatMap(secretsOf)).not.toContain('muster-runners');
  });

  it('know every pod of the runners by its name, with a key file of its own', () => {
    const { MUSTER_RUNNERS: text = '', MUSTER_API_URL: near } = settingsOf(services);
    const configured = Runners.parse(JSON.parse(text));
    const { replicas, serviceName } = statefulSet.spec;
    expect(configured.map(({ name, address }) => [name, address])).toEqual(
      Array.from({ length: replicas ?? 0 }, (_, at) => [
        `runner-${at}`,
        `runner-${at}.${serviceName}.muster-runners.svc:7300`,
      ]),
    );
    const mounts = schedulerIn(services).spec.template.spec.containers[0].volumeMounts;
    const mounted = mounts.find(({ name }) => name === 'runners')?.mountPath;
    for (const { name, keyFile } of configured) expect(keyFile).toBe(`${mounted}/${name}`);
    expect(near).toBe('http://gateway.muster.svc:8080');
  });

  it('hold the keys of the runners in the scheduler alone', () => {
    const holders = deployments(services).filter((each) =>
      secretsOf(each).includes('muster-runners'),
    );
    expect(holders.map(({ metadata }) => metadata.name)).toEqual(['scheduler']);
  });
});
