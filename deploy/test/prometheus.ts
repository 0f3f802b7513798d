/** A started Prometheus, where one is installed, and what it scrapes. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, spawnOwned, startGuard, statusOf } from '@muster/local-servers';
import { until } from '@muster/test-kit';

export const hasPrometheus = (): boolean =>
  spawnSync('prometheus', ['--version'], { stdio: 'ignore' }).status === 0;

export type Labels = Readonly<Record<string, string>>;

export interface Prometheus {
  /** The labels of each series that a query finds at present. */
  labelsOf(query: string): Promise<Labels[]>;
  stop(): Promise<void>;
}

/** `files`: the configuration `prometheus.yaml`, and what it names. */
export async function startPrometheus(
  files: Readonly<Record<string, string>>,
): Promise<Prometheus> {
  const home = mkdtempSync(join(tmpdir(), 'muster-prometheus-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text);
  const port = await freePort();
  const guard = startGuard();
  const spawned = spawnOwned({
    command: 'prometheus',
    args: [
      `--config.file=${join(home, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(home, 'store')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    env: { PATH: process.env['PATH'] ?? '' },
    cwd: home,
    logFile: join(home, 'log'),
    pidFile: join(home, 'pid'),
    guard,
    rank: 1,
    endSignal: 'SIGTERM',
  });
  await until('a ready Prometheus', async () =>
    (await statusOf({ host: '127.0.0.1', port }, '/-/ready', 1_000)) === 200 ? true : undefined,
  );
  return {
    async labelsOf(query) {
      const path = `/api/v1/query?query=${encodeURIComponent(query)}`;
      const reply = await fetch(`http://127.0.0.1:${port}${path}`);
      const { data } = (await reply.json()) as { data: { result: { metric: Labels }[] } };
      return data.result.map(({ metric }) => metric);
    },
    async stop() {
      spawned.signal('SIGTERM');
      await spawned.gone;
      await guard.close();
      rmSync(home, { recursive: true });
    },
  };
}

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Answers every request with this text, as the ops port of a process does. */
export async function serveText(text: string): Promise<Listening> {
  const server = createServer((_, reply) => reply.end(text));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
