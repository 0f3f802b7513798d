/**
 * What a delivery does: one request to the issues service, as the person whose hook it is, with the id of the
 * delivery as that of the request. So one that is repeated after a kill has its effect once.
 */
import { issues, Refusal, type Actor } from '@muster/contracts';
import { childTraceparent, type Rpc } from '@muster/service-kit';
import { readAs } from '../../upstream/read-as.ts';
import { cutForeign, fenced, marked } from '../domain/foreign-text.ts';
import type { DueDelivery, EndedDelivery } from '../store/due-deliveries.ts';

export async function makeEffect(rpc: Rpc, delivery: DueDelivery): Promise<EndedDelivery> {
  const { id: requestId, companyId, brought, effect, name } = delivery;
  const actor = actorOf(delivery);
  if (!actor) return { status: 'failed', reason: 'member_left', issueId: null };
  const ask = readAs(rpc, { actor, requestId, traceparent: childTraceparent(undefined) });
  if (effect.kind === 'routine') {
    const { routineId } = effect;
    const variables = Object.fromEntries(
      Object.entries(brought).map(([variable, value]) => [variable, marked(value)]),
    );
    const fired = await ask(issues, 'runRoutine', { routineId, variables });
    const { outcome, reason, issueId } = fired;
    return { status: 'done', reason: reason ?? outcome, issueId };
  }
  if (effect.kind === 'wait') {
    const { key = '', text = '' } = brought;
    const input = { companyId, key: key.slice(0, KEY_MAX), received: cutForeign(text) };
    const { issueIds } = await ask(issues, 'endWaitsByKey', input);
    const [issueId = null] = issueIds;
    return issueId === null
      ? { status: 'ignored', reason: 'no_open_wait', issueId }
      : { status: 'done', reason: null, issueId };
  }
  const { issue: issueRef = '', text = '' } = brought;
  const comment = { issueId: issueRef, body: fenced(text, name) };
  const { issueId } = await ask(issues, 'addComment', comment);
  return { status: 'done', reason: null, issueId };
}

const KEY_MAX = 200;

/** With the rights of an operator; its name in the activity says which hook acts. */
const actorOf = ({ companyId, byUserId, byName, name }: DueDelivery): Actor | undefined =>
  byName === null
    ? undefined
    : {
        type: 'user',
        id: byUserId,
        name: `${byName} (hook ${name})`,
        companies: [{ companyId, role: 'operator', permissions: [] }],
      };

/** A refusal that a later attempt may not get. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.code === 'request_in_progress';
