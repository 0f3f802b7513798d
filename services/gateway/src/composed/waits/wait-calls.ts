/**
 * Waits with the address of their signal, and the calls to it. Whoever calls it has no credential: the token
 * names the wait, and only its hash goes to the service.
 */
import { issues, type Output } from '@muster/contracts';
import type { Rpc } from '@muster/service-kit';
import { asAnonymous } from '../../upstream/anonymous-caller.ts';
import { ask } from '../../upstream/ask.ts';
import type { ComposedCall } from '../../upstream/composed-call.ts';
import { readAs } from '../../upstream/read-as.ts';
import { encodeHash, hashSecret } from '../../upstream/secret-hash.ts';

export const waitCalls = (rpc: Rpc) => ({
  createWait: createWait(rpc),
  sendSignal: sendSignal(rpc),
});

/** The company is read first: a member's rights are those in the company of the issue. */
const createWait =
  (rpc: Rpc): ComposedCall =>
  async ({ issueId, ...asked }, call) => {
    const { companyId } = await readAs(rpc, call)(issues, 'getIssue', { issueId });
    const { body, ...outcome } = await ask(
      rpc,
      issues,
      'startWait',
      { companyId, issueId, ...asked },
      call,
    );
    const { token, ...wait } = JSON.parse(body.toString()) as Output<typeof issues, 'startWait'>;
    const signalUrl = token === null ? null : `${call.baseUrl()}/api/signals/${token}`;
    return { ...outcome, body: JSON.stringify({ ...wait, signalUrl }) };
  };

const sendSignal =
  (rpc: Rpc): ComposedCall =>
  async ({ token, body: received }, call) => {
    const tokenHash = encodeHash(hashSecret(String(token)));
    const input = { tokenHash, received };
    const { body: _, ...outcome } = await ask(
      rpc,
      issues,
      'endWaitBySignal',
      input,
      asAnonymous(call, tokenHash),
    );
    return { ...outcome, body: JSON.stringify({ received: true }) };
  };
