/**
 * What a person does with a NATS server that runs: look at it, delete a consumer, change the keys. The
 * requests are those that the commands of docs/operations/nats.md send.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@muster/contracts';
import { natsAlerts } from '@muster/deploy/nats-alerts';
import { natsPanels } from '@muster/deploy/nats-panels';
import { rangeIn } from '@muster/deploy/queries';
import { freePort, statusOf } from '@muster/local-servers';
import { until } from '@muster/test-kit';
import type { NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusedByNats } from '../least-privilege/intruder.ts';
import { runProgram, startOwnNats, type OwnNats } from '../world/own-nats.ts';
import { hasPrometheus, startPrometheus } from '../world/prometheus.ts';

const MAKE_KEYS = 'services/setup/src/make-keys.ts';
const SETUP = 'services/setup/src/main.ts';
const METRICS = join(import.meta.dirname, '../../services/setup/src/nats-metrics/main.ts');

const page = readFileSync(join(import.meta.dirname, '../../docs/operations/nats.md'), 'utf8');

let folder = '';
let nats: OwnNats;
let exporter: ChildProcess;
let opsUrl = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'muster-nats-'));
  nats = await startOwnNats(folder);
  await setUpStreams();
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

const setUpStreams = () =>
  runProgram(SETUP, ['streams'], {
    NATS_URL: nats.url,
    NATS_NKEY_SEED_FILE: nats.seedFile('setup'),
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
const ofTheAdministrator: Readonly<Record<string, readonly string[]>> = {
  'nats stream report': ['$JS.API.INFO', '$JS.API.STREAM.NAMES', '$JS.API.STREAM.LIST'],
  'nats stream info EVENTS': ['$JS.API.STREAM.INFO.EVENTS'],
  'nats consumer report EVENTS': ['$JS.API.CONSUMER.NAMES.EVENTS', '$JS.API.CONSUMER.LIST.EVENTS'],
  'nats consumer info EVENTS issues_0': ['$JS.API.CONSUMER.INFO.EVENTS.issues_0'],
  'nats consumer rm EVENTS issues_0 --force': ['$JS.API.CONSUMER.DELETE.EVENTS.issues_0'],
  'nats stream rm EVENTS --force': ['$JS.API.STREAM.DELETE.EVENTS'],
};
/** They need a cluster: a single server answers that it is none, which the permissions let it do. */
const inACluster: Readonly<Record<string, readonly string[]>> = {
  'nats stream cluster step-down EVENTS': ['$JS.API.STREAM.LEADER.STEPDOWN.EVENTS'],
  'nats consumer cluster step-down EVENTS issues_0': [
    '$JS.API.CONSUMER.LEADER.STEPDOWN.EVENTS.issues_0',
  ],
  'nats stream cluster peer-remove EVENTS nats-2': ['$JS.API.STREAM.PEER.REMOVE.EVENTS'],
};
const ofTheSystemUser: Readonly<Record<string, readonly string[]>> = {
  'nats server list': ['$SYS.REQ.SERVER.PING'],
  'nats server report jetstream': ['$SYS.REQ.SERVER.PING.JSZ'],
  'nats server report connections': ['$SYS.REQ.SERVER.PING.CONNZ'],
  'nats server report accounts': ['$SYS.REQ.SERVER.PING.ACCOUNTZ', '$SYS.REQ.ACCOUNT.$G.CONNZ'],
  'nats server info nats-0': ['$SYS.REQ.SERVER.PING.VARZ'],
};

describe('the page of NATS', () => {
  it('names the commands whose requests are tried here, and no others', () => {
    const named = [...page.matchAll(/^\| (`nats .*`) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command),
    );
    const tried = [
      ...Object.keys({ ...ofTheAdministrator, ...inACluster, ...ofTheSystemUser }),
      'nats server config reload ID',
      'nats server cluster peer-remove nats-2',
    ];
    expect(named.toSorted()).toEqual(tried.toSorted());
  });
});

describe('a person with the key of the administrator', () => {
  it('looks at the stream, and deletes a consumer and the stream, which setup makes again', async () => {
    const administrator = await nats.connect('administrator');
    for (const subject of Object.values(inACluster).flat()) {
      const { error } = await ask(administrator, subject, { peer: 'nats-2' });
      expect([subject, error?.description]).toEqual([
        subject,
        expect.stringMatching(/cluster/i) as string,
      ]);
    }
    for (const subject of Object.values(ofTheAdministrator).flat()) {
      expect([subject, (await ask(administrator, subject)).error]).toEqual([subject, undefined]);
    }
    const isGone = await ask(administrator, '$JS.API.STREAM.INFO.EVENTS');
    expect(isGone.error?.description).toBe('stream not found');
    await setUpStreams();
    expect(await ask(administrator, '$JS.API.STREAM.INFO.EVENTS')).toMatchObject({
      config: { name: 'EVENTS' },
    });
    await administrator.close();
  });

  it('reads no event, and neither sends requests nor answers them', async () => {
    const tries = {
      publish: [
        ...serviceNames.flatMap((name) => [`rpc.v1.${name}.readLog`, `evt.v1.${name}.0.x`]),
        '$JS.API.STREAM.MSG.GET.EVENTS',
        '$JS.API.STREAM.SNAPSHOT.EVENTS',
        '$JS.API.CONSUMER.CREATE.EVENTS.mine',
        '$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.mine',
        '$JS.API.CONSUMER.MSG.NEXT.EVENTS.issues_0',
        '$JS.API.STREAM.CREATE.EVENTS',
        '$SYS.REQ.SERVER.PING',
      ],
      subscribe: ['>', 'evt.v1.>', 'rpc.v1.>', '_INBOX.>', '_INBOX.issues.>', '$SYS.>'],
    };
    const { url } = nats;
    const access = { url, seedFile: nats.seedFile('administrator') };
    expect(await refusedByNats(access, tries)).toEqual(tries);
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
    const removed = refusedByNats(
      { url: nats.url, seedFile: nats.seedFile('system') },
      { publish: ['$JS.API.SERVER.REMOVE'], subscribe: [] },
    );
    expect(await removed).toEqual({ publish: [], subscribe: [] });
    await system.close();
  });

  it('sees no message of Muster: its account has none', async () => {
    const tries = {
      publish: ['rpc.v1.issues.readLog', '$JS.API.STREAM.INFO.EVENTS'],
      subscribe: ['evt.v1.>', 'rpc.v1.>', '>', '$SYS.>'],
    };
    const access = { url: nats.url, seedFile: nats.seedFile('system') };
    expect(await refusedByNats(access, tries)).toEqual(tries);
  });

  it.each(['issues', 'setup'])('may do what the user of %s may not', async (user) => {
    const tries = {
      publish: [
        ...Object.values(ofTheSystemUser).flat(),
        '$SYS.REQ.SERVER.x.RELOAD',
        '$JS.API.SERVER.REMOVE',
        '$JS.API.STREAM.DELETE.EVENTS',
        '$JS.API.CONSUMER.DELETE.EVENTS.issues_0',
      ],
      subscribe: ['_INBOX.administrator.>', '_INBOX.system.>'],
    };
    expect(await refusedByNats({ url: nats.url, seedFile: nats.seedFile(user) }, tries)).toEqual(
      tries,
    );
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
    await (await nats.connect('administrator')).close();
    await runProgram(MAKE_KEYS, [nats.keys]);
    await (await nats.connect('issues')).close();
  });
});

const prometheusNames = hasPrometheus() ? ['a real Prometheus'] : [];

describe('the metrics of NATS', () => {
  it.each(prometheusNames)(
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
        expect(await prometheus.count('muster_nats_stream_leaders == 1')).toBe(1);
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
