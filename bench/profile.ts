/** Which functions of a service spend the time of a window: the self time of a CPU profile. */
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SERVICES, type ServiceName, type Stack } from '@muster/local/stack';
import type { Window } from './load.ts';

const ROWS = 30;
const WRITE_TIMEOUT_MS = 20_000;
const POLL_MS = 50;
/** The profiler first looks at all code there is. */
const BEGIN_MS = 1_000;
const NOT_THE_SERVICE = /^\(idle\)|^post  node:inspector/;
const folder = join(import.meta.dirname, 'profiles');
const root = join(import.meta.dirname, '..');

/** The program of each service, with the one that is profiled under the profiler. */
export const entryOf =
  (profiled: ServiceName | undefined) =>
  (service: ServiceName): string =>
    service === profiled
      ? join(import.meta.dirname, 'profiled-service.ts')
      : join(root, 'services', service, 'src/main.ts');

export function serviceNamed(name: string): ServiceName {
  const service = SERVICES.find((known) => known === name);
  if (service === undefined) throw new Error(`--profile is one of ${SERVICES.join(', ')}`);
  return service;
}

export interface Profiler {
  /** Profiles one window and says which functions were the dearest in it. */
  around(name: string, work: () => Promise<Window>, print: (text: string) => void): Promise<Window>;
}

export function openProfiler(stack: Stack, service: ServiceName): Profiler {
  let count = 0;
  return {
    async around(name, work, print) {
      count += 1;
      const written = join(folder, `${service}-${count}.cpuprofile`);
      rmSync(written, { force: true });
      const signal = () => stack.kill(service, 1, 'SIGUSR2');
      signal();
      await delay(BEGIN_MS);
      const window = await work();
      signal();
      const file = join(folder, `${service}-${name.replaceAll(' ', '-').toLowerCase()}.cpuprofile`);
      await appears(written);
      renameSync(written, file);
      print(`\n${service}, ${name}\n${dearest(file)}\n`);
      return window;
    },
  };
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { functionName: string; url: string; lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

function dearest(file: string): string {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const spent = new Map<string, number>();
  let sum = 0;
  samples.forEach((id, index) => {
    const frame = frames.get(id) ?? '';
    if (NOT_THE_SERVICE.test(frame)) return;
    const time = timeDeltas[index] ?? 0;
    sum += time;
    spent.set(frame, (spent.get(frame) ?? 0) + time);
  });
  return [...spent]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, ROWS)
    .map(([frame, time]) => `${((time / sum) * 100).toFixed(1).padStart(6)} %  ${frame}`)
    .join('\n');
}

function nameOf(frame: Profile['nodes'][number]['callFrame']): string {
  const { functionName, url, lineNumber } = frame;
  if (url === '') return functionName === '' ? '(native)' : functionName;
  const path = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url;
  const short = path.replace(/^.*node_modules\//, '');
  return `${functionName || '(anonymous)'}  ${short}:${lineNumber + 1}`;
}

async function appears(file: string): Promise<void> {
  const deadline = performance.now() + WRITE_TIMEOUT_MS;
  // A file that is renamed while it is written would be cut short; it is small, so one look more.
  while (!existsSync(file)) {
    if (performance.now() > deadline) throw new Error(`no profile was written to ${file}`);
    await delay(POLL_MS);
  }
  await delay(POLL_MS);
}
