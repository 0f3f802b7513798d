/** Which quota of a model provider an agent uses, and when a hold of it is news. */

/** An agent that shares its quota with no other. */
export const ownQuotaGroup = (agentId: string): string => `agent:${agentId}`;
export const namedQuotaGroup = (name: string): string => `named:${name}`;
export const loginQuotaGroup = (hash: string): string => `login:${hash}`;

/** A moment that a program corrects by less is the same hold. */
const NEWS_SECONDS = 60;

/** Whether a hold until then is announced: it is in the future, and not about as long as the last. */
export function isNewHold({
  now,
  until,
  before,
}: {
  readonly now: string;
  readonly until: string;
  readonly before: string | null;
}): boolean {
  const [at, end] = [Date.parse(now), Date.parse(until)];
  if (end <= at) return false;
  const last = before === null ? 0 : Date.parse(before);
  return last <= at || Math.abs(end - last) > NEWS_SECONDS * 1_000;
}
