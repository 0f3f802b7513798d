/** The pages that operators follow, line by line: what a command names exists, and those that can run do. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSources } from '@muster/tools/docs/sources';
import { parse, parseAllDocuments } from 'yaml';
import { rendered } from './chart.ts';
import { commands, ports, root, shellBlocks, variables, yamlBlocks } from './pages.ts';
import { faultsOf, type Document } from './schemas.ts';

const documents = rendered.flatMap((each) => each.documents);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const { services } = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'), {
  merge: true,
}) as { services: Record<string, object> };

const all = (pattern: RegExp): [string, string][] =>
  commands.flatMap(({ page, text }) =>
    [...text.matchAll(pattern)].map(([, found = '']): [string, string] => [page, found]),
  );

/** Names that stand for the reader's own. */
const ofTheReader = ['yours', 'your-runners', '<service>', '<name>'];

describe('a command of a page', () => {
  it('names files that exist', () => {
    const found = all(/((?:deploy|services|docs|e2e)\/[\w./<>-]*[\w>])/g).filter(
      ([, path]) => !path.startsWith('deploy/secrets') || path === 'deploy/secrets.sh',
    );
    expect(found.length).toBeGreaterThan(10);
    const missing = found.filter(
      ([, path]) =>
        !ofTheReader.some((name) => path.endsWith(`/${name}`)) && !existsSync(join(root, path)),
    );
    expect(missing).toEqual([]);
  });

  it('names scripts that exist', () => {
    const missing = all(/^pnpm ([\w:]+)/g).filter(([, script]) => !(script in scripts));
    expect(missing).toEqual([]);
  });

  it('names objects that the manifests contain', () => {
    const kinds: Record<string, string> = {
      deployment: 'Deployment',
      job: 'Job',
      statefulset: 'StatefulSet',
    };
    const found = all(/\b((?:deployment|job|statefulset)\/[\w<>-]+)/g);
    expect(found.length).toBeGreaterThan(5);
    const missing = found.filter(([, object]) => {
      const [kind = '', name = ''] = object.split('/');
      return (
        !ofTheReader.includes(name) &&
        !documents.some((each) => each.kind === kinds[kind] && each.metadata.name === name)
      );
    });
    const ofThePage = yamlBlocks.flatMap(({ text }) => [...text.matchAll(/name: ([\w-]+)/g)]);
    const madeByHand = /job\/base-copy-by-hand/;
    expect(
      missing.filter(
        ([, object]) =>
          !madeByHand.test(object) &&
          !ofThePage.some(([, name = '']) => object === `cronjob/${name}`),
      ),
    ).toEqual([]);
  });

  it('names pods of a workload by its name and a number that exists', () => {
    const sizes = new Map(
      documents.flatMap((each) =>
        each.kind === 'StatefulSet'
          ? [[each.metadata.name, (each as unknown as Sized).spec.replicas] as const]
          : [],
      ),
    );
    for (const [page, pod] of all(/\b(?:exec|pod) ([a-z]+-\d)\b/g)) {
      const [name = '', ordinal] = pod.split('-');
      expect([page, pod, Number(ordinal) < Math.max(sizes.get(name) ?? 0, 3)]).toEqual([
        page,
        pod,
        true,
      ]);
      expect(sizes.has(name)).toBe(true);
    }
  });

  it('is for a namespace, wherever it is for one', () => {
    const without = commands.filter(({ text }) =>
      /^kubectl (?!-n |create namespace|label namespace|top|config)/.test(text),
    );
    expect(without).toEqual([]);
  });

  it('names services and files of compose', () => {
    for (const [page, name] of all(/docker compose .* exec -T (\w+)/g)) {
      expect([page, Object.keys(services)]).toEqual([page, expect.arrayContaining([name])]);
    }
  });
});

interface Sized {
  readonly spec: { readonly replicas: number };
}

describe('a variable on a page', async () => {
  const sources = await readSources();
  const { runnerConfig } = await import('@muster/runner/config');
  const { setupConfig } = await import('@muster/setup');
  const scriptTexts = ['deploy/secrets.sh', 'deploy/try.sh', 'deploy/images/build.sh']
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const known = new Set(
    [
      sources.baseConfig,
      setupConfig,
      runnerConfig,
      ...sources.services.map(({ config }) => config),
    ].flatMap((config) => Object.keys(config?.shape ?? {})),
  );
  const isKnown = (name: string): boolean =>
    known.has(name) ||
    known.has(name.replace(/_FILE$|_PREVIOUS$|_PREVIOUS_FILE$/, '')) ||
    new RegExp(`\\b${name}\\b`).test(scriptTexts);

  it('is one that a process or a script reads', () => {
    const ofOthers = ['X_FILE', 'LD_PRELOAD', 'NODE_OPTIONS', 'SERVICE_RUN_NONCE', 'NKEY_GATEWAY'];
    const unknown = variables.filter(({ text }) => !isKnown(text) && !ofOthers.includes(text));
    expect(unknown).toEqual([]);
  });
});

describe('a port on a page', () => {
  it('is one of a manifest, of compose, or of a default', async () => {
    const sources = await readSources();
    const { runnerConfig } = await import('@muster/runner/config');
    const defaults = [
      sources.baseConfig,
      runnerConfig,
      ...sources.services.map((one) => one.config),
    ]
      .flatMap((config) => Object.entries(config?.shape ?? {}))
      .filter(([name]) => /(?:^|_)PORT$/.test(name))
      .map(([, variable]) => String(variable.safeParse(undefined).data));
    const composed = ['deploy/compose.yaml', 'deploy/compose.monitoring.yaml']
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .flatMap((text) => [...text.matchAll(/(?<=ports: .*|[a-z]:|:-)\d{4,5}\b/g)])
      .map(([port]) => port);
    const known = new Set([...defaults, ...composed, ...documents.flatMap(portsIn)]);
    expect(ports.length).toBeGreaterThan(10);
    expect(ports.filter(({ text }) => !known.has(text))).toEqual([]);
  });
});

/** The numbers of the ports of a manifest, of a container, a Service or a network policy. */
function portsIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    /^(?:containerPort|port|targetPort)$/.test(key) && typeof inner === 'number'
      ? [String(inner)]
      : portsIn(inner),
  );
}

describe('a manifest on a page', () => {
  const whole = yamlBlocks.flatMap(({ page, text }) =>
    parseAllDocuments(text).flatMap((each) => {
      const document = each.toJS() as Document | null;
      const isObject = document?.apiVersion !== undefined && document.kind !== 'Kustomization';
      return isObject ? [[page, document] as const] : [];
    }),
  );

  it('conforms to the Kubernetes API', async () => {
    expect(whole.length).toBeGreaterThan(0);
    for (const [page, document] of whole) {
      expect([page, await faultsOf(document)]).toEqual([page, []]);
    }
  });
});

/** Notes how it is called, and reads the files that it is given, as kubectl does. */
const KUBECTL = `#!/bin/bash
set -e
for argument; do
  case $argument in
    --from-file=*=*) test -s "\${argument##*=}" ;;
    --from-file=*) test -s "\${argument#*=}" ;;
    --from-env-file=*)
      while IFS='=' read -r key _; do set -- "$@" "--from-literal=$key"; done <"\${argument#*=}" ;;
  esac
done
printf '%s\\n' "$*" >>"$CALLS"
`;

describe('the commands that make Secrets', () => {
  let copy = '';
  let calls: string[] = [];
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'muster-pages-'));
    mkdirSync(join(copy, 'deploy'));
    mkdirSync(join(copy, 'bin'));
    copyFileSync(join(root, 'deploy/secrets.sh'), join(copy, 'deploy/secrets.sh'));
    for (const name of ['services', 'node_modules', 'deploy/redis'])
      symlinkSync(join(root, name), join(copy, name));
    writeFileSync(join(copy, 'bin/kubectl'), KUBECTL);
    chmodSync(join(copy, 'bin/kubectl'), 0o755);
    const folder = join(copy, 'secrets');
    const run = (text: string) =>
      execFileSync('bash', ['-euc', text.replaceAll('/secure/muster', folder)], {
        cwd: copy,
        env: { PATH: `${copy}/bin:${process.env['PATH']}`, CALLS: join(copy, 'calls') },
        stdio: 'pipe',
      });
    const ofInstalling = shellBlocks.filter(({ text }) => text.includes('/secure/muster'));
    const [make, create] = ofInstalling.map(({ text }) => text);
    run(make ?? '');
    writeFileSync(
      join(folder, 'addresses.env'),
      'DATABASE_URL=postgres://owner:x@db.example.com:5432/muster\nREDIS_URL=rediss://:x@r.example.com\n',
    );
    run(make ?? '');
    run(create ?? '');
    // The runners have a step of their own; their keys are made where it runs.
    run(shellBlocks.find(({ text }) => text.includes('runner-keys'))?.text ?? '');
    calls = readFileSync(join(copy, 'calls'), 'utf8').split('\n');
  }, 60_000);
  afterAll(() => rmSync(copy, { recursive: true }));

  it('make every key that the manifests read, and no key that nothing reads', () => {
    const made = calls.flatMap((call) => {
      const [, name = ''] = / create secret generic (\S+)/.exec(call) ?? [];
      return [...call.matchAll(/--from-(?:file|literal)=([^=\s]+)/g)].map(
        ([, key = '']) => `${name} ${key}`,
      );
    });
    const read = new Set(documents.flatMap((document) => secretKeysIn(document)));
    const whole = [
      'muster-nats-keys nats-keys.conf',
      'muster-runners runner-0',
      'muster-runners runner-1',
    ];
    const required = [...read, ...whole];
    expect(made.filter((key) => !required.includes(key))).toEqual([]);
    const optional =
      /previous|muster-(?:files|oidc|traces|nats-tls|proxy) |muster-redis (?!url)|^muster secret$|^runner-keys /;
    expect(required.filter((key) => !optional.test(key) && !made.includes(key))).toEqual([]);
  });
});

/** `muster-redis url`: keys of Secrets that a pod mounts, or has as variables. */
function secretKeysIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  const {
    secret,
    secretKeyRef: ref,
    ...rest
  } = value as Record<string, { name?: string; secretName?: string; key?: string; items?: Item[] }>;
  const name = secret?.name ?? secret?.secretName;
  return [
    ...(secret?.items ?? []).map(({ key }) => `${name} ${key}`),
    ...(ref ? [`${ref.name} ${ref.key}`] : []),
    ...Object.values(rest).flatMap(secretKeysIn),
  ];
}
interface Item {
  readonly key: string;
}
