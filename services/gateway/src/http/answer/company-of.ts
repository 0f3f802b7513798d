/** The company that a request is of, for its log line and for what is counted by company. */
import type { Actor } from '@muster/contracts';

const FIRST_REFUSAL = 400;

/**
 * The company of an agent's credential. A board user may be in several: then the one that the path names,
 * if the user is a member of it, or is an instance admin and was not refused. What a caller only guesses
 * is never a company here.
 */
export function companyOf(
  actor: Actor | undefined,
  params: unknown,
  status: number,
): string | undefined {
  if (actor?.type === 'agent') return actor.companyId;
  if (actor?.type !== 'user') return undefined;
  const { companies } = actor;
  const { companyId } = (params ?? {}) as { companyId?: string };
  if (companies === 'all') return status < FIRST_REFUSAL ? companyId : undefined;
  const [only, another] = companies;
  if (only && !another) return only.companyId;
  return companies.find((membership) => membership.companyId === companyId)?.companyId;
}
