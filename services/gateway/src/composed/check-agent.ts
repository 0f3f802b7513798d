/**
 * The check of an agent. The scheduler has it looked at, which takes longer than other reads; with
 * `hello` it starts a run. What a remote agent has asked for last is known from its keys.
 */
import {
  agents,
  gateway,
  Refusal,
  scheduler,
  type AgentCheck,
  type CheckReport,
  type Output,
} from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { checkOfKeys } from './domain/check-of-keys.ts';
import { ask } from '../upstream/ask.ts';
import type { CallContext, ComposedCall } from '../upstream/composed-call.ts';
import { readAs } from '../upstream/read-as.ts';

/** Ten seconds in all: the scheduler takes less, the rest is for the way. */
const INSPECT_DEADLINE_MS = 9_500;

export const checkAgent =
  (rpc: Rpc): ComposedCall =>
  async ({ hello, ...agent }, call) => {
    if (hello === true) {
      // What the caller may not see is absent before it is refused.
      const { id: agentId, companyId } = await readAs(rpc, call)(agents, 'getAgent', agent);
      const greeted = await ask(rpc, scheduler, 'greetAgent', { agentId, companyId }, call);
      return { ...greeted, status: 202 };
    }
    const outcome = await ask(rpc, scheduler, 'inspectAgent', agent, call, INSPECT_DEADLINE_MS);
    const report = JSON.parse(outcome.body.toString()) as CheckReport;
    if (!report.checks.some(isRemote)) return outcome;
    const keys = await keysOf(rpc, agent, call);
    const checks = report.checks.map((check) =>
      isRemote(check) ? checkOfKeys(keys, new Date()) : check,
    );
    const ok = checks.every(({ level }) => level === 'ok' || level === 'warn');
    return { body: JSON.stringify({ ok, checks } satisfies CheckReport) };
  };

/** The scheduler leaves it open. */
const isRemote = ({ code }: AgentCheck): boolean => code === 'last_request';

/** Undefined where the caller may not see them: a manager sees the keys that it may give. */
const keysOf = (
  rpc: Rpc,
  agent: object,
  call: CallContext,
): Promise<Output<typeof gateway, 'listAgentKeys'> | undefined> =>
  readAs(rpc, call)(gateway, 'listAgentKeys', agent).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 403) return undefined;
    throw error;
  });
