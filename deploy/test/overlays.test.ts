/** What overlays and the tools that apply them rely on. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { unappliedQuery } from '../kubernetes/scaling.ts';
import { workloads } from '../kubernetes/workloads.ts';
import { alerts } from '../monitoring/alerts.ts';
import { runbookPage } from '../monitoring/runbooks.ts';
import { helmTemplate } from './helm/chart.ts';
import { kubectl, kubectlKustomize } from './programs/kubectl.ts';
import { kustomize } from './kustomize.ts';
import { DIGEST, everything, idOf, openOverlays, sorted, type Overlays } from './overlays.ts';
import { faultsOf, type Document } from './schemas.ts';

const overlays = join(import.meta.dirname, '../kubernetes/overlays');

const named = (documents: readonly Document[], kind: string, name: string): Document =>
  documents.find((each) => each.kind === kind && each.metadata.name === name) ??
  expect.fail(`no ${kind} ${name}`);

let own: Overlays;
let complete = '';
beforeAll(() => {
  own = openOverlays();
  complete = own.make('acme', everything);
}, 60_000);
afterAll(() => own.close());

/** `.ci/run` may have no kubectl; then our reader alone shows what is applied. */
const compared = kubectl ? [...readdirSync(overlays), 'with every component', 'runners'] : [];

describe('overlays', () => {
  it.for(compared)('are read by these tests as kustomize reads them: %s', (name) => {
    const others = { 'with every component': complete, runners: join(overlays, '../runners') };
    const folder = name in others ? others[name as keyof typeof others] : join(overlays, name);
    expect(sorted(kustomize(folder))).toEqual(sorted(kubectlKustomize(folder)));
  });

  it('conform to the Kubernetes API with every component', async () => {
    for (const document of kustomize(complete)) {
      if (document.apiVersion.startsWith('monitoring.coreos.com/')) continue;
      expect([idOf(document), await faultsOf(document)]).toEqual([idOf(document), []]);
    }
  });

  it('name no namespace and no host but those of the overlay', () => {
    const documents = kustomize(complete);
    const text = JSON.stringify(
      documents.filter(({ kind, metadata }) => kind !== 'ConfigMap' || metadata.name === 'muster'),
    );
    expect(text.match(/\bmuster\.svc|muster\.example\.com|"namespace":"muster"/g)).toBeNull();
    expect(named(documents, 'ScaledObject', 'issues')).toMatchObject({
      spec: {
        triggers: [
          { type: 'cpu' },
          { metadata: { query: unappliedQuery('issues', 'acme-agents') } },
        ],
      },
    });
    expect(text).toContain('http://gateway.acme-agents.svc:8080');
    expect(named(documents, 'Ingress', 'gateway')).toMatchObject({
      spec: { rules: [{ host: 'muster.acme.com' }], tls: [{ hosts: ['muster.acme.com'] }] },
    });
    expect(named(documents, 'HTTPRoute', 'gateway')).toMatchObject({
      spec: { hostnames: ['muster.acme.com'] },
    });
    expect(named(documents, 'PodMonitor', 'muster')).toMatchObject({
      spec: { namespaceSelector: { matchNames: ['acme-agents', 'muster-runners'] } },
    });
  });

  it('run an image by its digest where one is named', () => {
    expect(named(kustomize(complete), 'Deployment', 'gateway')).toMatchObject({
      spec: {
        template: {
          spec: {
            priorityClassName: 'muster-services',
            containers: [{ image: `registry.example.com/muster/gateway@${DIGEST}` }],
          },
        },
      },
    });
  });

  it('run every image by its digest with the lines that push.sh prints, and so does the chart', () => {
    const engine = join(own.folder, 'engine');
    writeFileSync(engine, `#!/bin/sh\n[ "$1" = push ] || echo "$5@${DIGEST}"\n`, { mode: 0o755 });
    const push = (as: string): string =>
      execFileSync(join(import.meta.dirname, '../images/push.sh'), {
        env: { PATH: process.env['PATH'], ENGINE: engine, PREFIX: 'r.acme.com/muster/', AS: as },
        encoding: 'utf8',
      });
    const overlay = readFileSync(join(overlays, 'production/kustomization.yaml'), 'utf8');
    const lines = overlay.replace(/^images:\n(?: +- .*\n)+/m, push(''));
    const values = parse(push('values')) as Record<string, unknown>;
    const { documents } = helmTemplate(values, { namespace: 'muster' });
    for (const found of [kustomize(own.make('digests', lines)), documents]) {
      const ours = JSON.stringify(found).match(/"image":"[^"]*muster[^"]*"/g) ?? [];
      // The image of the setup also exports the metrics of the NATS servers, beside them.
      expect(ours).toHaveLength(workloads.length + 2);
      for (const image of ours) {
        expect(image).toMatch(/^"image":"r\.acme\.com\/muster\/[a-z]+@sha256:a{64}"$/);
      }
    }
  });

  it('have the digests that the registry gives what podman pushes, not those of the images here', () => {
    const engine = join(own.folder, 'podman');
    const lines = ['#!/bin/sh', `[ "$1" = push ] || exec echo "r/x@sha256:${'0'.repeat(64)}"`];
    writeFileSync(engine, [...lines, `echo ${DIGEST} >"$4"`].join('\n'), { mode: 0o755 });
    const printed = execFileSync(join(import.meta.dirname, '../images/push.sh'), ['gateway'], {
      env: { PATH: process.env['PATH'], ENGINE: engine, PREFIX: 'r.acme.com/muster/' },
      encoding: 'utf8',
    });
    expect(printed).toContain(`newName: r.acme.com/muster/gateway, digest: ${DIGEST} }`);
  });

  it('have no server of NATS where it is external, and reach it', () => {
    const documents = kustomize(join(overlays, 'production-external'));
    const ofNats = documents.filter(({ metadata }) => metadata.name.startsWith('nats'));
    expect(ofNats.map(idOf)).toEqual([]);
    const { data } = named(documents, 'ConfigMap', 'muster') as unknown as { data: object };
    expect(data).toMatchObject({ NATS_URL: 'tls://nats.example.com:4222' });
    expect(JSON.stringify(documents)).not.toContain('nats-peers');
    expect(named(documents, 'NetworkPolicy', 'external-nats')).toMatchObject({
      spec: { egress: [{ ports: [{ port: 4_222 }] }] },
    });
  });

  it('trust a private authority in every process of its overlay', () => {
    const found = kustomize(join(overlays, 'production-private-ca'));
    const templates = found.flatMap((document) => {
      if (!['Deployment', 'Job'].includes(document.kind)) return [];
      return [(document as unknown as { spec: { template: { spec: object } } }).spec];
    });
    expect(templates).toHaveLength(workloads.length + 1);
    for (const { template } of templates) {
      expect(template.spec).toMatchObject({
        volumes: expect.arrayContaining([{ name: 'ca', configMap: { name: 'muster-ca' } }]),
        containers: [
          {
            env: expect.arrayContaining([{ name: 'NODE_EXTRA_CA_CERTS', value: '/run/ca/ca.crt' }]),
            volumeMounts: expect.arrayContaining([
              { name: 'ca', mountPath: '/run/ca', readOnly: true },
            ]),
          },
        ],
      });
    }
  });

  it('have the setup job made anew by tools that compare a cluster with its repository', () => {
    const job = kustomize(join(overlays, 'production')).find(({ kind }) => kind === 'Job');
    expect(job?.metadata).toMatchObject({
      annotations: {
        'argocd.argoproj.io/hook': 'Sync',
        'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
        'kustomize.toolkit.fluxcd.io/force': 'enabled',
      },
    });
  });

  it('have alerts link to the runbooks where they say that these are, and to nothing elsewhere', () => {
    const linksIn = (folder: string) => {
      const { spec } = named(kustomize(folder), 'PrometheusRule', 'muster') as unknown as {
        spec: { groups: { rules: { alert?: string; annotations?: { runbook_url?: string } }[] }[] };
      };
      return spec.groups
        .flatMap(({ rules }) => rules)
        .flatMap(({ alert, annotations }) =>
          alert === undefined ? [] : [annotations?.runbook_url],
        );
    };
    const of = (alert: string) => `https://git.acme.com/muster/-/blob/main/${runbookPage(alert)}`;
    expect(new Set(linksIn(complete))).toEqual(new Set(alerts.map(({ name }) => of(name))));
    const without = own.make('unlinked', everything.replace(/^.*runbook-links\n/m, ''));
    expect(new Set(linksIn(without))).toEqual(new Set([undefined]));
  });
});
