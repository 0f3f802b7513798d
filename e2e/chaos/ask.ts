/**
 * A client as careful as one should be who is behind two gateways: what got no answer is sent again
 * to the other one, under the same key, until there is a clear answer.
 */
import { randomUUID } from 'node:crypto';
import { until } from '../harness/until.ts';
import { openWire } from '../harness/wire.ts';
import type { Wire } from '../harness/wire.ts';

export type Letter = {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly token: string;
  readonly body?: object;
};

export type Answer = {
  /** Nothing where nobody has said in the end what came of it. */
  readonly status: number | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly calledAt: number;
  readonly answeredAt: number;
  readonly tries: number;
  /** Connections that ended under it: a gateway that was killed says nothing. */
  readonly dropped: number;
  /** Answers that a gateway gave and that tell of a failure: what the error rate counts. */
  readonly failures: readonly string[];
};

export type Asker = { ask(letter: Letter): Promise<Answer>; close(): void };

/** Longer than anything that the nemesis does takes to pass on a busy machine. */
const PATIENCE_MS = 90_000;
const WRONG_FIRST = 500;

export function openAsker(baseUrls: readonly string[]): Asker {
  const wires = baseUrls.map(openWire);
  let turns = 0;
  return {
    ask: (letter) => insistOn(wires, letter, turns++),
    close: () => wires.forEach((wire) => wire.close()),
  };
}

async function insistOn(wires: readonly Wire[], letter: Letter, first: number): Promise<Answer> {
  const { method, path, token, body } = letter;
  const headers = {
    'authorization': `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const sent = { method, path, headers, body: body && JSON.stringify(body) };
  const calledAt = performance.now();
  const failures: string[] = [];
  let dropped = 0;
  let tries = 0;
  let turn = first;
  const attempt = async () => {
    const wire = wires[turn++ % wires.length] as Wire;
    tries += 1;
    const reply = await wire.send(sent).catch((error: unknown) => {
      // Nobody is there: nothing was sent, and a balancer would have chosen the other one.
      if ((error as { code?: string }).code !== 'ECONNREFUSED') dropped += 1;
    });
    if (!reply) return undefined;
    const read = JSON.parse(reply.text) as Record<string, unknown>;
    if (reply.status >= WRONG_FIRST) {
      const told = `${reply.status} ${JSON.stringify(read)} after ${Math.round(reply.tookMs)} ms`;
      failures.push(`${method} ${path}: ${told}`);
    }
    const isClear = reply.status < WRONG_FIRST && read['retryable'] !== true;
    return isClear ? { status: reply.status, body: read } : undefined;
  };
  const clear = await attempt() ??
    await until('a clear answer', attempt, PATIENCE_MS).catch(() => undefined);
  const answeredAt = performance.now();
  return {
    status: clear?.status, body: clear?.body ?? {}, calledAt, answeredAt, tries, dropped, failures,
  };
}
