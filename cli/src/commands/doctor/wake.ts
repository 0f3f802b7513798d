/** What holds an agent back, and why its latest wake-up has not become a run. */
import { isRefusal, type Client, type Output } from '@muster/client';
import type { Finding } from './finding.ts';

const about = 'wake-ups';

export async function lookAtWakes(muster: Client, agentId: string): Promise<Finding[]> {
  const wakes = await muster.getAgentWakes({ agentId });
  const held = heldBy(wakes);
  const [newest] = [...wakes.skips, ...wakes.pending.toReversed()].filter(hasSubject);
  const explained = newest ? await explain(muster, agentId, newest) : [];
  const findings = [...held, ...byDemand(wakes), ...explained];
  if (findings.length > 0) return findings;
  return [{ about, level: 'ok', message: 'nothing holds it back, and nothing waits', hint: null }];
}

type Wakes = Output<'getAgentWakes'>;
type Subject = Pick<Wakes['skips'][number], 'issueId' | 'commentId' | 'approvalId'>;

const hasSubject = ({ issueId, commentId, approvalId }: Subject): boolean =>
  (issueId ?? commentId ?? approvalId) !== null;

function heldBy({ heldFor, heldUntil }: Wakes): Finding[] {
  if (heldFor === null) return [];
  const until = heldUntil ? ` until ${heldUntil}` : '';
  const message = `its runs are on hold${until}: ${heldFor}`;
  const hint = heldUntil ? 'it goes on by itself then' : '`muster agent show` says more';
  return [{ about, level: 'warn', message, hint }];
}

function byDemand({ wakeOnDemand, nextDueAt }: Wakes): Finding[] {
  if (wakeOnDemand) return [];
  const timer =
    nextDueAt === null ? 'nothing wakes it' : `only its timer wakes it, at ${nextDueAt}`;
  const hint = 'set runtimeConfig.heartbeat.wakeOnDemand, by `muster api updateAgent`';
  return [{ about, level: 'warn', message: timer, hint }];
}

async function explain(muster: Client, agentId: string, subject: Subject): Promise<Finding[]> {
  const { issueId, commentId, approvalId } = subject;
  try {
    const { woken, reason, explanation } = await muster.explainWake({
      agentId,
      ...(issueId ? { issueId } : {}),
      ...(commentId ? { commentId } : {}),
      ...(approvalId ? { approvalId } : {}),
    });
    return [
      { about, level: woken ? 'ok' : 'warn', message: `${reason}: ${explanation}`, hint: null },
    ];
  } catch (error) {
    // What it was about may be gone by now.
    if (isRefusal(error)) return [];
    throw error;
  }
}
