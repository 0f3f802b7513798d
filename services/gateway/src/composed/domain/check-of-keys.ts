/** Whether a remote agent asks for its work, as the uses of its keys show. */
import type { AgentCheck } from '@muster/contracts';

/** An agent that polls asks at least once a minute. */
const RECENT_MS = 600_000;

interface Key {
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

/** @param keys undefined where the caller may not see them */
export function checkOfKeys(keys: readonly Key[] | undefined, now: Date): AgentCheck {
  const check = (level: AgentCheck['level'], message: string, hint: string | null): AgentCheck => ({
    code: 'last_request',
    level,
    message,
    hint,
  });
  if (!keys) return check('warn', 'Only the board sees when the agent used a key', 'ask the board');
  const valid = keys.filter(
    ({ revokedAt, expiresAt }) =>
      revokedAt === null && (expiresAt === null || new Date(expiresAt) > now),
  );
  if (valid.length === 0) {
    return check('fail', 'The agent has no valid key', 'make one: POST /api/agents/:agentId/keys');
  }
  const [last] = valid
    .flatMap(({ lastUsedAt }) => lastUsedAt ?? [])
    .toSorted((a, b) => (a < b ? 1 : -1));
  const hint = 'start the agent, and let it ask GET /api/agents/me/wakes?wait=55 again and again';
  if (last === undefined) return check('warn', 'The agent has never used its key', hint);
  const isRecent = now.getTime() - Date.parse(last) <= RECENT_MS;
  const message = `The agent last used its key at ${last}`;
  return isRecent ? check('ok', message, null) : check('warn', message, hint);
}
