/** What overlays and the tools that apply them rely on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workloads } from '../kubernetes/workloads.ts';
import { alerts } from '../monitoring/alerts.ts';
import { runbookOf } from '../monitoring/runbooks.ts';
import { kustomize } from './kustomize.ts';

const overlays = join(import.meta.dirname, '../kubernetes/overlays');
const monitoring = join(import.meta.dirname, '../monitoring');

describe('overlays', () => {
  it('trust a private authority in every process of its overlay', () => {
    const found = kustomize(join(overlays, 'production-private-ca'));
    const templates = found.flatMap((document) => {
      if (!['Deployment', 'Job', 'CronJob'].includes(document.kind)) return [];
      const { spec } = document as unknown as { spec: { jobTemplate?: { spec: object } } };
      return [(spec.jobTemplate?.spec ?? spec) as { template: { spec: object } }];
    });
    expect(templates).toHaveLength(workloads.length + 2);
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

  it('have alerts link to the runbooks where they say that these are', () => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-overlay-'));
    const of = (path: string) => relative(folder, join(monitoring, path));
    const overlay = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      configMapGenerator: [{ name: 'muster-runbooks', literals: ['url=https://acme.example'] }],
      components: [of('.'), of('runbook-links')],
    };
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(overlay));
    try {
      const text = JSON.stringify(kustomize(folder));
      const links = [...text.matchAll(/"runbook_url":"([^"]*)"/g)].map(([, link]) => link);
      expect(new Set(links)).toEqual(
        new Set(
          alerts.map(({ name }) => `https://acme.example/docs/runbooks/${runbookOf(name)}.md`),
        ),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
