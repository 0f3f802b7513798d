/**
 * What a person does with a NATS server that runs: look at it, change the keys. The
 * requests are those that the commands of docs/operations/nats.md send.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { natsAlerts } from '@muster/deploy/nats-alerts';
import { natsPanels } from '@muster/deploy/nats-panels';
import { rangeIn } from '@muster/deploy/queries';
import { freePort, statusOf } from '@muster/local-servers';
import { itEach, until } from '@muster/test-kit';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusedByNats } from '../least-privilege/intruder.ts';
import { runProgram, startOwnNats, type OwnNats } from '../world/own-nats.ts';
import { hasPrometheus, startPrometheus } from '../world/prometheus.ts';

const MAKE_KEYS = 'services/setup/src/make-keys.ts';
const METRICS = join(import.meta.dirname, '../../services/setup/src/nats-metrics/main.ts');

const page = readFileSync(join(import.meta.dirname, '../../docs/operations/nats.md'), 'utf8');

let folder = '';
let nats: OwnNats;
let exporter: ChildProcess;
let opsUrl = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-nats-'));
  nats = await startOwnNats(folder);
  const port = await freePort();
  opsUrl = `http://127.0.0.1:${port}`;
  exporter = spawn(process.execPath, [METRICS], {
    env: { NATS_MONITOR_URL: nats.monitorUrl, OPS_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until('the metrics of NATS', async () =>
    (await statusOf({ host: '127.0.0.1', port }, '/livez', 1_000)) === 200 ? true : undefined,
  );
});
afterAll(async () => {
  exporter?.kill('SIGTERM');
  await nats?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly error?: { readonly description: string };
}

/** The answer to a request; the error of NATS where it refuses it. */
async function ask(
  connection: NatsConnection,
  subject: string,
  body?: object,
): Promise<Answer & Record<string, unknown>> {
  const reply = await connection.request(subject, body === undefined ? '' : JSON.stringify(body), {
    timeout: 20_000,
  });
  return JSON.parse(reply.string()) as Answer & Record<string, unknown>;
}

/** Command → the requests that it sends. */
const ofTheSystemUser: Readonly<Record<string, readonly string[]>> = {
  'nats server list': ['$SYS.REQ.SERVER.PING'],
  'nats server report connections': ['$SYS.REQ.SERVER.PING.CONNZ'],
  'nats server report accounts': ['$SYS.REQ.SERVER.PING.ACCOUNTZ', '$SYS.REQ.ACCOUNT.$G.CONNZ'],
  'nats server info nats-0': ['$SYS.REQ.SERVER.PING.VARZ'],
};

describe('the page of NATS', () => {
  it('names the commands whose requests are tried here, and no others', () => {
    const named = [...page.matchAll(/^\| (`nats .*`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command),
    );
    const tried = [...Object.keys(ofTheSystemUser), 'nats server config reload ID'];
    expect(named.toSorted()).toEqual(tried.toSorted());
  });
});

describe('a person with the key of the system user', () => {
  it('gets the reports of the servers, and has one reload', async () => {
    const system = await nats.connect('system');
    for (const subject of Object.values(ofTheSystemUser).flat()) {
      expect([subject, (await ask(system, subject, {})).error]).toEqual([subject, undefined]);
    }
    const { server } = (await ask(system, '$SYS.REQ.SERVER.PING')) as { server: { id: string } };
    const reloaded = await ask(system, `$SYS.REQ.SERVER.${server.id}.RELOAD`);
    expect(reloaded.error).toBeUndefined();
    await system.close();
  });

  it('sees no message of Muster: its account has none', async () => {
    const tries = {
      publish: ['rpc.v1.issues.readLog', 'evt.v1.issues.0'],
      subscribe: ['evt.v1.>', 'rpc.v1.>', '>', '$SYS.>'],
    };
    const access = { url: nats.url, seedFile: nats.seedFile('system') };
    expect(await refusedByNats(access, tries)).toEqual(tries);
  });

  it('may do what the user of a service may not', async () => {
    const tries = {
      publish: [...Object.values(ofTheSystemUser).flat(), '$SYS.REQ.SERVER.x.RELOAD'],
      subscribe: ['_INBOX.system.>'],
    };
    expect(
      await refusedByNats({ url: nats.url, seedFile: nats.seedFile('issues') }, tries),
    ).toEqual(tries);
  });
});

describe('the keys', () => {
  it('are rotated while NATS accepts both, and the former ones are refused after its reload', async () => {
    const former = await nats.connect('issues');
    const formerSeed = readFileSync(nats.seedFile('issues'));
    await runProgram(MAKE_KEYS, [nats.keys, '--rotate-nats-keys']);
    // NATS has not read anything yet.
    const next = await nats.connect('issues');
    await former.flush();
    nats.takeKeys();
    nats.reload();
    // NATS closes the connection.
    await former.closed();
    await expect(nats.connect('issues', formerSeed)).rejects.toThrow(/authorization/i);
    await next.flush();
    await next.close();
    await (await nats.connect('system')).close();
    await runProgram(MAKE_KEYS, [nats.keys]);
    await (await nats.connect('issues')).close();
  });
});

describe('the metrics of NATS', () => {
  itEach(['a real Prometheus'], hasPrometheus)(
    'answer every query of %s for the dashboard and the alerts',
    async () => {
      const prometheus = await startPrometheus({ opsUrls: [opsUrl], folder }, []);
      try {
        const queries = [
          ...natsPanels.flatMap(({ queries: asked }) =>
            asked.map(({ expr }) => rangeIn(expr, '1m')),
          ),
          ...natsAlerts.flatMap(({ watches }) => watches),
        ];
        await until('data for every query', async () => {
          const counts = await Promise.all(queries.map((expr) => prometheus.count(expr)));
          return counts.every((count) => count > 0) ? true : undefined;
        });
        expect(await prometheus.count('muster_nats_up == 1')).toBe(1);
      } finally {
        await prometheus.stop();
      }
    },
  );

  it('say that the server does not answer', async () => {
    await nats.stop();
    const metrics = await (await fetch(`${opsUrl}/metrics`)).text();
    expect(metrics).toMatch(/^muster_nats_up\{service="nats"\} 0$/m);
  });
});
