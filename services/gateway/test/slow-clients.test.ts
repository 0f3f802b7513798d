/** Clients without a credential that send or read slowly take nothing from those that do not. */
import { newId } from '@muster/service-kit';
import {
  holdConnections,
  measureCallers,
  until,
  type HeldConnections,
  type HoldOptions,
  type Measured,
} from '@muster/test-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { normalCall } from './normal-call.ts';
import { BOARD_TOKEN, openGateway, type TestGateway } from './open-gateway.ts';

const SUCCEEDED_MIN = 0.95;
/** Less than anything is held for. */
const P99_MAX_MS = 2_500;
/** Above the in-flight limit. */
const HELD = 300;
/** Of one address. */
const CONNECTIONS_MAX = 600;
const STRANGER = '127.0.0.2';
const ANOTHER_STRANGER = '127.0.0.3';
/** Each with several answers that it does not read. */
const READERS = 60;
const HALF_POST =
  'POST /api/auth/sign-in/email HTTP/1.1\r\nhost: localhost\r\n' +
  'content-type: application/json\r\ncontent-length: 100\r\n\r\n{"email":';
const HALF_DELIVERY =
  `POST /hooks/${newId()} HTTP/1.1\r\nhost: localhost\r\n` +
  'content-type: application/json\r\nx-gitlab-token: a\r\ncontent-length: 100000\r\n\r\n{';
/** Between two bytes of a body. */
const DRIP_MS = 200;
const HALF_HEAD = 'GET /api/session HTTP/1.1\r\nhost: localhost\r\nx-slow:';

let server: TestGateway;
let held: HeldConnections[] = [];
beforeAll(async () => {
  server = await openGateway({
    RATE_LIMIT_PER_SECOND: '0',
    HEAD_SECONDS: '3',
    REQUEST_SECONDS: '4',
    ANSWER_SECONDS: '3',
    CONNECTIONS_PER_ADDRESS: String(CONNECTIONS_MAX),
  });
  // The first requests of a process are slower than any later ones.
  await measureCallers(() => normalCall(server));
});
afterEach(() => {
  for (const connections of held) connections.close();
  held = [];
});
afterAll(() => server.close());

async function hold(options: Omit<HoldOptions, 'port'>): Promise<HeldConnections> {
  const connections = await holdConnections({ port: server.port, ...options });
  held.push(connections);
  return connections;
}

async function valueOf(name: string, kind?: string): Promise<number> {
  const { registry } = server.stage.service.runtime.metrics;
  const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
  const isMeant = (labels: object) => kind === undefined || Object.values(labels).includes(kind);
  return values.find(({ labels }) => isMeant(labels))?.value ?? 0;
}

const SERVED = { isServed: true, isFast: true };

/** How normal callers are served at present. */
async function normalService(): Promise<typeof SERVED & { measured: Measured }> {
  const measured = await measureCallers(() => normalCall(server));
  const { succeeded, p99Ms } = measured;
  return { isServed: succeeded >= SUCCEEDED_MIN, isFast: p99Ms <= P99_MAX_MS, measured };
}

const answeredWith = ({ received }: HeldConnections, text: string): Promise<true> =>
  until(`an answer with ${text}`, () => received.some((each) => each.includes(text)) || undefined);

/** The server ends all of them itself. */
const allEnded = ({ sockets }: HeldConnections): Promise<true> =>
  until('all connections have ended', () => sockets.every(({ closed }) => closed) || undefined);

describe('normal callers', () => {
  it('are served while 300 half-sent POSTs without a credential are held', async () => {
    const slow = await hold({ count: HELD, text: HALF_POST, from: STRANGER });
    expect(await normalService()).toMatchObject(SERVED);
    await allEnded(slow);
    expect(slow.received.every((each) => each.includes('"hint"'))).toBe(true);
  });

  it('are served at the address of the client that holds them', async () => {
    await hold({ count: HELD, text: HALF_POST });
    expect(await normalService()).toMatchObject(SERVED);
  });

  it('are served while bodies of a hook arrive byte by byte, which end all the same', async () => {
    const slow = await hold({ count: HELD, text: HALF_DELIVERY, from: STRANGER });
    // A byte now and then is no progress: the time is that of the whole request.
    const dripping = setInterval(() => {
      for (const socket of slow.sockets) if (!socket.destroyed) socket.write(' ');
    }, DRIP_MS);
    onTestFinished(() => clearInterval(dripping));
    expect(await normalService()).toMatchObject(SERVED);
    await allEnded(slow);
    expect(slow.received.every((each) => each.includes('408 Request Timeout'))).toBe(true);
  });

  it('are served while heads arrive slowly', async () => {
    const slow = await hold({ count: HELD, text: HALF_HEAD, from: STRANGER });
    expect(await normalService()).toMatchObject(SERVED);
    await allEnded(slow);
  });

  it('are served while connections are silent', async () => {
    const silent = await hold({ count: HELD, text: '', from: STRANGER });
    expect(await normalService()).toMatchObject(SERVED);
    await allEnded(silent);
  });

  it('are served while large answers are not read', async () => {
    const text =
      'GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(20) +
      `GET /api/session HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${BOARD_TOKEN}\r\n\r\n`;
    await hold({ count: READERS, text, from: STRANGER, reads: false });
    let answers = -1;
    await until('no further answer is begun', async () => {
      const before = answers;
      answers = await valueOf('muster_http_answers_total', 'ok');
      return answers === before || undefined;
    });
    expect(await normalService()).toMatchObject(SERVED);
  });

  it('are served while one address opens more connections than it may', async () => {
    const idle = 'GET /api/session HTTP/1.1\r\nhost: localhost\r\n\r\n';
    const refused = () => valueOf('muster_http_connections_refused_total', 'address');
    const before = await refused();
    const many = [];
    for (let round = 0; round < 3; round += 1) {
      many.push(await hold({ count: HELD, text: idle, from: STRANGER }));
    }
    const excess = many.length * HELD - CONNECTIONS_MAX;
    const closed = async () => (await refused()) >= before + excess || undefined;
    await until('those above the limit are closed', closed);
    expect(await normalService()).toMatchObject(SERVED);
  });
});

describe('a client that is too slow', () => {
  it('gets 408 and loses its connection, whether head or body is missing', async () => {
    const head = await hold({ count: 1, text: HALF_HEAD, from: ANOTHER_STRANGER });
    const body = await hold({ count: 1, text: HALF_POST, from: ANOTHER_STRANGER });
    await answeredWith(head, '408 Request Timeout');
    await answeredWith(body, '408 Request Timeout');
    const closed = [...head.sockets, ...body.sockets].map((socket) =>
      until('the connection is closed', () => socket.closed || undefined),
    );
    await Promise.all(closed);
    expect(head.received[0]).toContain('"hint":"send the whole request at once"');
  });

  it('loses its connection if it does not read its answer', async () => {
    const text = 'GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(20);
    const connections = () => valueOf('muster_http_connections');
    const before = await connections();
    await hold({ count: 10, text, from: ANOTHER_STRANGER, reads: false });
    await until('they are counted', async () => (await connections()) >= before + 10 || undefined);
    const left = async () => ((await connections()) <= before ? 'all' : undefined);
    expect(await until('they are closed', left)).toBe('all');
  });
});

describe('a client that disconnects', () => {
  it('leaves no place taken behind, though it sent several requests at once', async () => {
    const text = `GET /api/session HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${BOARD_TOKEN}\r\n\r\n`;
    for (let round = 0; round < 10; round += 1) {
      const gone = await hold({ count: 30, text: text.repeat(20), from: STRANGER });
      gone.close();
    }
    expect(await normalService()).toMatchObject(SERVED);
  });

  it('in the middle of its body is counted as refused, not as a fault', async () => {
    const faults = async (): Promise<number> => valueOf('muster_http_answers_total', 'fault');
    const refused = async (): Promise<number> => valueOf('muster_http_answers_total', 'refused');
    const before = { faults: await faults(), refused: await refused() };
    const gone = await hold({ count: 1, text: HALF_POST, from: ANOTHER_STRANGER });
    gone.close();
    await until('it is counted', async () => (await refused()) > before.refused || undefined);
    expect(await faults()).toBe(before.faults);
  });
});
