/** The chart as Helm installs it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { helm } from './programs/helm.ts';
import type { Document } from './schemas.ts';

export const chart = join(import.meta.dirname, '../chart');

/** Helm reads YAML 1.1, in which an unquoted `off` is a boolean. */
const YAML = { version: '1.1' } as const;

const NAMESPACE = 'muster';

/** What `helm install` applies. */
export const helmTemplate = (values: object, namespace = NAMESPACE): Document[] =>
  documentsIn(helm(['template', 'muster', chart, '--namespace', namespace], values));

const documentsIn = (text: string): Document[] =>
  parseAllDocuments(text, YAML).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return document.contents === null ? [] : [document.toJS() as Document];
  });

/** What `helm install` prints for the one who runs it. */
export const helmNotes = (values: object): string =>
  helm(['install', 'muster', chart, '--dry-run=client', '--namespace', NAMESPACE], values)
    .split('\nNOTES:\n')
    .at(-1) ?? '';

export const helmLint = (values: object): string => helm(['lint', '--strict', chart], values);

const example = (name: string): object =>
  parse(readFileSync(join(chart, 'values', `${name}.yaml`), 'utf8'), YAML) as object;

/** An image for each name, by its digest, as who installs fills them in. */
const filled = (name: string): object => {
  const values = example(name) as { image?: { requireDigests?: boolean } };
  if (!values.image?.requireDigests) return values;
  const nats = { image: `nats:2.14.0-alpine@${DIGEST}` };
  return { ...values, nats, image: { ...values.image, digests: digests() } };
};

const digests = (): Record<string, string> =>
  Object.fromEntries([...SERVICES, 'setup', 'runner'].map((name) => [name, DIGEST]));

const SERVICES = ['gateway', 'agents', 'issues', 'approvals', 'billing', 'scheduler'];

/** The names of the examples of values, beside the chart. */
export const exampleNames = readdirSync(join(chart, 'values')).map((file) =>
  file.replace('.yaml', ''),
);

export const PROMETHEUS = 'http://prometheus.monitoring.svc:9090';
export const DIGEST = `sha256:${'a'.repeat(64)}`;

/** Everything that the chart can, in a namespace and under an address of its own. */
export const everything = {
  image: { prefix: 'registry.example.com/muster/', digests: { gateway: DIGEST } },
  settings: { MUSTER_PUBLIC_URL: 'https://muster.acme.com' },
  autoscaling: 'lag',
  ingress: { enabled: true },
  httpRoute: { enabled: true },
  priority: true,
  privateCa: true,
  files: { claim: 'muster-files' },
  runners: { enabled: true },
  proxy: { addresses: ['10.9.0.0/24'] },
  monitoring: {
    enabled: true,
    prometheusUrl: PROMETHEUS,
    labels: { release: 'kube-prometheus-stack' },
    runbooksUrl: 'https://git.acme.com/muster/-/blob/main',
  },
};

/** Values by the name of an installation that tests look at. */
export const installations: Readonly<Record<string, object>> = {
  default: {},
  ...Object.fromEntries(exampleNames.map((name) => [name, filled(name)])),
  lag: { autoscaling: 'lag', monitoring: { prometheusUrl: PROMETHEUS } },
  'private-ca': { privateCa: true },
  runners: { runners: { enabled: true } },
  everything,
};

/** The installations with their documents. */
export const rendered = Object.entries(installations).map(([installation, values]) => ({
  installation,
  documents: helmTemplate(values),
}));

export const documentsOf = (name: string): Document[] =>
  rendered.find(({ installation }) => installation === name)?.documents ?? expect.fail(name);

export const idOf = ({ kind, metadata }: Document): string =>
  `${kind}/${(metadata as { namespace?: string }).namespace ?? ''}/${metadata.name}`;

/** Documents in the namespace of the runners. */
export const isOfRunners = (document: Document): boolean =>
  idOf(document).includes('/muster-runners/');

export const named = (documents: readonly Document[], kind: string, name: string): Document =>
  documents.find((each) => each.kind === kind && each.metadata.name === name) ??
  expect.fail(`no ${kind} ${name}`);

/** The data of a ConfigMap. */
export const dataOf = (
  documents: readonly Document[],
  name: string,
): Readonly<Record<string, string>> =>
  (named(documents, 'ConfigMap', name) as unknown as { data: Readonly<Record<string, string>> })
    .data;

/** Whether the schemas that we have know the kind: those of the operator of Prometheus are others. */
export const hasSchema = ({ apiVersion }: Document): boolean =>
  !apiVersion.startsWith('monitoring.coreos.com/');
