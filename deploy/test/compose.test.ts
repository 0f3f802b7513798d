/** What compose.yaml gives the runner, in which programs of agents are: as little as the cluster does; and the images. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { CAPABILITIES } from '@muster/runner/capabilities';
import { STOP_SECONDS_MAX } from '@muster/runner/stop-time';
import { locationOf } from '../tables/settings.ts';

const root = join(import.meta.dirname, '../..');
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

const Service = z.looseObject({
  networks: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).default(['default']),
  secrets: z.array(z.union([z.string(), z.looseObject({ source: z.string() })])).default([]),
  environment: z.record(z.string(), z.string()).default({}),
});
const Compose = z.looseObject({
  services: z.record(z.string(), Service),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});
const { services, secrets } = Compose.parse(parse(text('deploy/compose.yaml'), { merge: true }));
const runner = services['runner'] ?? expect.fail('no runner');

const networksOf = ({ networks }: z.output<typeof Service>): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks);
const secretsOf = (service: z.output<typeof Service>): string[] =>
  service.secrets.map((secret) => (typeof secret === 'string' ? secret : secret.source));
const withNetwork = (network: string): string[] =>
  Object.entries(services).flatMap(([name, service]) =>
    networksOf(service).includes(network) ? [name] : [],
  );

describe('the runner of compose.yaml', () => {
  it('shares a network with the gateway and the scheduler only', () => {
    expect(networksOf(runner)).toEqual(['runners']);
    expect(withNetwork('runners').toSorted()).toEqual(['gateway', 'runner', 'scheduler']);
  });

  it.each(['gateway', 'scheduler'])('does not reach the metrics of %s', (name) => {
    expect(services[name]?.environment).toMatchObject({ OPS_HOST: '127.0.0.1' });
  });

  it('has its key, which only the scheduler has too', () => {
    expect(secretsOf(runner)).toEqual(['runner-key']);
    const holders = Object.entries(services).filter(([, one]) =>
      secretsOf(one).includes('runner-key'),
    );
    expect(holders.map(([name]) => name).toSorted()).toEqual(['runner', 'scheduler']);
  });

  it('does not get the settings of the services, in which secrets may be', () => {
    expect(runner).not.toHaveProperty('env_file');
    expect(Object.keys(runner.environment).filter((name) => /URL|NATS|SERVICE/.test(name))).toEqual(
      [],
    );
  });

  it('is killed no sooner than it can have stopped', () => {
    const [, seconds] = /^(\d+)s$/.exec(String(runner['stop_grace_period'])) ?? [];
    expect(Number(seconds)).toBeGreaterThan(STOP_SECONDS_MAX);
  });

  it('has the capabilities of a runner in a cluster, and cannot write to its image', () => {
    expect(runner).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      cap_add: CAPABILITIES,
      security_opt: ['no-new-privileges:true'],
    });
  });

  it('is known to the scheduler by its name', () => {
    const { MUSTER_RUNNERS: configured = '' } = services['scheduler']?.environment ?? {};
    expect(JSON.parse(configured)).toEqual([
      { name: 'runner', address: 'runner:7300', keyFile: '/run/secrets/runner-key' },
    ]);
  });
});

/** What each server needs of root: Postgres makes its folders and becomes another user. */
const serverCapabilities = {
  postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
  nats: undefined,
  redis: undefined,
};

describe('a container of compose.yaml', () => {
  it.each(Object.keys(services))('%s has no capability that it has no use for', (name) => {
    const { cap_add: added, ...service } = services[name] ?? expect.fail(name);
    expect(service).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    const expected = { ...serverCapabilities, runner: CAPABILITIES };
    expect(added).toEqual(expected[name as keyof typeof expected]);
  });

  it.each(['nats', 'redis'])('%s is no root and cannot write to its image', (name) => {
    expect(services[name]).toMatchObject({ read_only: true });
    expect(services[name]?.['user']).toMatch(/^(?:10001:10001|redis)$/);
  });
});

describe('the gateway of compose.yaml', () => {
  it('publishes the gateway on the loopback alone', () => {
    expect(services['gateway']).toMatchObject({
      ports: ['${BIND_ADDRESS:-127.0.0.1}:${PORT:-3100}:8080'],
    });
    const published = Object.entries(services).filter(([, one]) => one['ports'] !== undefined);
    expect(published.map(([name]) => name)).toEqual(['gateway']);
  });
});

describe('the images of others', () => {
  const images = Object.values(services).flatMap(({ image }) =>
    String(image).startsWith('muster/') ? [] : [String(image)],
  );
  const check = (lines: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'muster-digests-'));
    writeFileSync(join(folder, 'env'), lines);
    const { status, stderr } = spawnSync(join(root, 'deploy/images/digests.sh'), ['--check'], {
      env: { PATH: process.env['PATH'], ENV_FILE: join(folder, 'env') },
      encoding: 'utf8',
    });
    rmSync(folder, { recursive: true });
    return { status, stderr };
  };
  const lines = ['POSTGRES', 'NATS', 'REDIS', 'PROMETHEUS'].map(
    (name) => `${name}_DIGEST=@sha256:${'a'.repeat(64)}\n`,
  );

  it('take a digest beside their tag', () => {
    expect(images).toHaveLength(3);
    for (const image of images) expect(image).toMatch(/^[a-z]+:[\w.-]+\$\{[A-Z]+_DIGEST-\}$/);
  });

  it('are refused by the check of production while one has a tag only', () => {
    expect(check(lines.join(''))).toEqual({ status: 0, stderr: '' });
    expect(check(lines.slice(1).join(''))).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^postgres:\S+: no POSTGRES_DIGEST/),
    });
    expect(check(lines.join('').replace('@sha256', '')).status).toBe(1);
  });
});

describe('Redis in compose.yaml', () => {
  it('is reached by the gateway and the scheduler, each as a user of its own', () => {
    const holders = Object.entries(services).flatMap(([name, one]) =>
      secretsOf(one)
        .filter((secret) => secret.startsWith('redis'))
        .map((secret) => [name, secret]),
    );
    expect(holders).toEqual([
      ['gateway', 'redis-url-gateway'],
      ['scheduler', 'redis-url-scheduler'],
    ]);
    expect(JSON.stringify(services['redis']?.['command'])).toContain('/etc/redis-users.conf');
  });
});

describe('secrets.sh and compose.yaml', () => {
  it('name the same key of the runner', () => {
    expect(secrets['runner-key']).toEqual({ file: './secrets/runner-key' });
    expect(text('deploy/secrets.sh')).toMatch(/^once runner-key /m);
  });
});

const Package = z.looseObject({
  name: z.string(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

describe('an image that does not hold the whole workspace', () => {
  const dockerfile = text('deploy/images/Dockerfile');
  const workspace = new Map(
    ['runner', 'board', ...globSync('libs/*', { cwd: root })].map((folder) => {
      const { name, dependencies } = Package.parse(JSON.parse(text(`${folder}/package.json`)));
      return [name, { folder, needs: Object.keys(dependencies) }] as const;
    }),
  );
  const foldersOf = (name: string): string[] => {
    const found = workspace.get(name);
    return found ? [found.folder, ...found.needs.flatMap(foldersOf)] : [];
  };
  const copiedBy = (stage: string): string[] => {
    const [, lines = ''] =
      new RegExp(`AS ${stage}\n(.*?)\nFROM `, 's').exec(dockerfile) ?? expect.fail(stage);
    return [...lines.matchAll(/^COPY (\S+) \1$/gm)].map(([, folder = '']) => folder);
  };

  it.each([
    ['runner-packages', '@muster/runner'],
    ['board', '@muster/board'],
  ])('copies in its stage %s the packages that %s needs, and no others', (stage, name) => {
    const needed = new Set(foldersOf(name));
    expect(copiedBy(stage).toSorted()).toEqual([...needed].toSorted());
  });

  it('has the patches of packages in each stage that installs packages', () => {
    const { patchedDependencies } = z
      .looseObject({ patchedDependencies: z.record(z.string(), z.string()).default({}) })
      .parse(parse(text('pnpm-workspace.yaml')));
    const folders = new Set(Object.values(patchedDependencies).map((path) => dirname(path)));
    const stages = dockerfile.split(/^FROM /m).filter((stage) => stage.includes('pnpm install'));
    expect(stages.length).toBeGreaterThan(2);
    for (const stage of stages) {
      const [before = ''] = stage.split('RUN pnpm install');
      for (const folder of folders) expect(before).toContain(`COPY ${folder} ./${folder}\n`);
    }
  });

  it('finds whatever a stage copies in the context of the build', () => {
    const allowed = [...text('.dockerignore').matchAll(/^!(\S+)$/gm)].map(([, path = '']) => path);
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, sources = '']) => sources.split(' '),
    );
    const allowing = (source: string): string[] =>
      allowed.filter((path) => source === path || source.startsWith(`${path}/`));
    expect(copied.filter((source) => allowing(source).length === 0)).toEqual([]);
    expect(allowed.toSorted()).toEqual([...new Set(copied.flatMap(allowing))].toSorted());
  });
});

it('the gateway and issues keep files in one volume, and nobody else sees it', () => {
  const folder = '/var/lib/muster/files';
  const keepers = Object.entries(services).filter(([, { volumes }]) =>
    JSON.stringify(volumes ?? []).includes(`files:${folder}`),
  );
  expect(keepers.map(([name]) => name).toSorted()).toEqual(['gateway', 'issues']);
  for (const [, { environment }] of keepers) {
    expect(environment).toMatchObject({ FILE_STORE_FOLDER: folder });
  }
  // The folder of the image gives a new volume its owner.
  expect(text('deploy/images/Dockerfile')).toContain(`install -d -o 10001 -g 10001 ${folder}`);
});

describe('the image of the gateway', () => {
  const [, stage = ''] =
    / AS gateway\n(.*?)\nFROM /s.exec(text('deploy/images/Dockerfile')) ?? expect.fail();
  const [, builds = '', served = ''] =
    /^COPY --from=board \S+ (\S+) (\S+)$/m.exec(stage) ?? expect.fail();

  it('serves the pages that its stage has built', () => {
    expect(text('deploy/images/Dockerfile')).toContain(`node board/build.ts --smallest ${builds}`);
    expect(stage).toMatch(new RegExp(`MUSTER_BOARD_FOLDER=${served}$`, 'm'));
  });

  it('keeps them in a container of ours: nothing is set or mounted over them', () => {
    expect(services['gateway']?.environment).not.toHaveProperty('MUSTER_BOARD_FOLDER');
    expect(services['gateway']?.volumes).toEqual(['files:/var/lib/muster/files']);
    expect(locationOf('MUSTER_BOARD_FOLDER')).toBe('pod');
    for (const manifest of globSync('deploy/chart/templates/*', { cwd: root })) {
      expect(text(manifest)).not.toMatch(/MUSTER_BOARD_FOLDER|mountPath: \/muster/);
    }
  });
});
