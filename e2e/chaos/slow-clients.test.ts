/** Strangers hold connections of the whole system, with its default limits; callers are served. */
import { holdConnections, measureCallers, type HeldConnections } from '@muster/test-kit';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addAgentWithKey, addIssue, createCompany } from '../fixtures/builders.ts';
import { useWorld } from '../world/use-world.ts';

/** More than a gateway handles at once. */
const HELD = 300;
const SUCCEEDED_MIN = 0.95;
/** Far above what it takes, far below the timeouts of what is held: two cores may be busy. */
const P99_MAX_MS = 4_000;
const STRANGER = '127.0.0.2';

const POST = 'POST /api/auth/sign-in/email HTTP/1.1\r\nhost: localhost\r\n';
const GET_LARGE = 'GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n';

const attacks: readonly (readonly [name: string, text: string, reads: boolean])[] = [
  [
    'a body that does not arrive',
    `${POST}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"email":`,
    true,
  ],
  ['a head that does not arrive', `${POST}x-slow:`, true],
  ['no request', '', true],
  ['answers that are not read', GET_LARGE.repeat(3), false],
];

const world = useWorld();
let call: () => Promise<{ status: number }>;
beforeAll(async () => {
  const { id: companyId } = await createCompany(world().board);
  const { id: issueId } = await addIssue(world().board, companyId);
  const { token } = await addAgentWithKey(world(), companyId);
  let turn = 0;
  call = () => {
    const isWrite = (turn += 1) % 2 === 0;
    const path = isWrite ? `issues/${issueId}/comments` : 'agents/me';
    return fetch(`${world().stack.baseUrl}/api/${path}`, {
      method: isWrite ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(isWrite ? { body: JSON.stringify({ body: `Comment ${turn}` }) } : {}),
    });
  };
  // The first requests of a process are slower than any later ones.
  await measureCallers(call);
});

let held: HeldConnections | undefined;
afterEach(() => held?.close());

describe('a caller with a credential', () => {
  it.each(attacks)(
    `is served while ${HELD} connections of a stranger hold %s`,
    async (_, text, reads) => {
      const port = Number(new URL(world().stack.baseUrl).port);
      held = await holdConnections({ port, count: HELD, from: STRANGER, text, reads });
      const { succeeded, p99Ms } = await measureCallers(call);
      expect(succeeded).toBeGreaterThanOrEqual(SUCCEEDED_MIN);
      expect(p99Ms).toBeLessThanOrEqual(P99_MAX_MS);
    },
  );
});
