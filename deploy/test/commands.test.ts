/** What the pages for operators tell them to run exists: pods, containers, secrets, services, files, routes. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { composed, contracts, type Operation } from '@muster/contracts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  composeCommands,
  kubectlCommands,
  natsCommands,
  programs,
  prometheusQueries,
  requests,
} from './commands.ts';
import { documentsOf } from './chart.ts';
import { checkRules, itEachByPromtool } from './programs/promtool.ts';

const root = join(import.meta.dirname, '../..');
const all = documentsOf('runners');

/** Objects that a person makes, or brings along. */
const ofOthers = ['base-copy-by-hand', 'postgres-base-copy', 'muster-ca'];

const namesOf = (kind: string): string[] =>
  all.filter((each) => each.kind === kind).map(({ metadata }) => metadata.name);

interface WithPods {
  readonly spec: {
    readonly replicas: number;
    readonly template: { readonly spec: { readonly containers: readonly { name: string }[] } };
  };
}
const stateful = all
  .filter(({ kind }) => kind === 'StatefulSet')
  .map((each) => [each.metadata.name, (each as unknown as WithPods).spec] as const);

const known: Readonly<Record<string, readonly string[]>> = {
  deployment: namesOf('Deployment'),
  job: namesOf('Job'),
  pod: stateful.flatMap(([name, { replicas }]) =>
    Array.from({ length: replicas }, (_, at) => `${name}-${at}`),
  ),
};
const kinds: Readonly<Record<string, string>> = { deploy: 'deployment', pods: 'pod' };

/** `deployment/issues`, `pod nats-0`, and the first word after exec and logs: a kind and a name. */
function namedIn(command: string): [string, string][] {
  const [before = ''] = command.split(/ -- | --from-/);
  const slashed = [...command.matchAll(/ (deploy|deployment|job|pod)\/([\w-]+)(?= |$)/g)];
  const spaced = [...before.matchAll(/\b(job|pod) ([a-z][\w-]+)/g)];
  const ofPods = [...before.matchAll(/ (exec|logs) ([a-z][\w-]+)(?= |$)/g)].map(
    ([, , name = '']) => ['', 'pod', name] as const,
  );
  return [...slashed, ...spaced, ...ofPods].map(([, kind = '', name = '']) => [
    kinds[kind] ?? kind,
    name,
  ]);
}

/** What a command of kubectl names that the manifests do not have. */
function unknownIn(text: string): string[] {
  const names = namedIn(text)
    .filter(([kind, name]) => !ofOthers.includes(name) && !known[kind]?.includes(name))
    .map(([kind, name]) => `${kind} ${name}`);
  const container = /--container ([\w-]+)/.exec(text)?.[1];
  const pod = /(?:exec|logs) ([a-z]+)-\d/.exec(text)?.[1];
  const containers = stateful.find(([name]) => name === pod)?.[1].template.spec.containers ?? [];
  const isThere = container === undefined || containers.some(({ name }) => name === container);
  return isThere ? names : [...names, `container ${container}`];
}

describe('a command of kubectl', () => {
  it('names objects that the manifests have', () => {
    expect(kubectlCommands.length).toBeGreaterThan(50);
    const wrong = kubectlCommands.flatMap(({ page, text }) =>
      unknownIn(text).map((unknown) => `${page}: ${text}: ${unknown}`),
    );
    expect(wrong).toEqual([]);
  });

  it('names its namespace, unless it is about the whole cluster', () => {
    const ofTheCluster =
      /^kubectl (?:create namespace|label namespace|top|-n (?:muster(?:-runners)?|\$namespace) )/;
    expect(kubectlCommands.filter(({ text }) => !ofTheCluster.test(text))).toEqual([]);
  });

  it('makes each Secret that pods cannot start without, with its keys', () => {
    const made = new Set(
      kubectlCommands.flatMap(({ text }) =>
        [...text.matchAll(/create secret generic ([\w-]+)/g)].map(([, name]) => name),
      ),
    );
    const needed = [
      ...JSON.stringify(all).matchAll(/"secret(?:Name)?":(?:\{"name":)?"([\w-]+)"([^}]*)/g),
    ].flatMap(([, name, rest = '']) => (rest.includes('"optional":true') ? [] : [name]));
    expect(needed.length).toBeGreaterThan(5);
    expect([...new Set(needed)].filter((name) => !made.has(name))).toEqual([]);
  });
});

const compose = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, object>;
};

const VERBS = ['up', 'exec', 'restart', 'kill'];

/** What a command of compose names that is no verb or no service. */
function unknownToCompose(text: string): string[] {
  const [, verb = '', rest = ''] = /(?: -f deploy\/[\w.]+\.yaml)+ (\w+)(.*)$/.exec(text) ?? [];
  const words = rest
    .replace(/--signal \w+/, '')
    .split(' ')
    .filter((word) => /^[a-z]/.test(word));
  const services = verb === 'exec' ? words.slice(0, 1) : words;
  return [
    ...(VERBS.includes(verb) ? [] : [verb]),
    ...services.filter((name) => !(name in compose.services)),
  ];
}

describe('what pages tell a person to run', () => {
  it('as a command of compose names its services', () => {
    expect(composeCommands.length).toBeGreaterThan(3);
    expect(composeCommands.flatMap(({ text }) => unknownToCompose(text))).toEqual([]);
  });

  it('is in the repository', () => {
    expect(programs.length).toBeGreaterThan(10);
    expect(programs.filter(({ text }) => !existsSync(join(root, text)))).toEqual([]);
  });

  it('as a command of nats is on the page of NATS, whose requests e2e/nats sends', () => {
    const page = readFileSync(join(root, 'docs/operations/nats.md'), 'utf8');
    const missing = natsCommands.filter(({ text }) => !page.includes(`\`${text}\``));
    expect(missing).toEqual([]);
  });

  it('as a request to the API is a route', () => {
    const routes = [...contracts.map(({ operations }) => operations), composed].flatMap((each) =>
      Object.values<Operation>(each).flatMap(({ http }) => http ?? []),
    );
    const shape = (route: string): string => route.replaceAll(/:\w+|\{\w+\}/g, ':id');
    const shapes = new Set(routes.map(shape));
    const asked = requests.map(({ text }) => text.split(' ').slice(0, 2).join(' '));
    expect(asked.map(shape).filter((each) => !shapes.has(each))).toEqual([]);
  });

  itEachByPromtool(prometheusQueries)('is a query of Prometheus: $text', ({ text }) => {
    const rules = [{ record: 'asked', expr: text }];
    expect(checkRules([{ name: 'asked', rules }])).toContain('SUCCESS');
  });
});
