/**
 * Takes a delivery: its bytes are verified before they are parsed, what the hook asks for is read of them,
 * and the sender is answered when that is kept. An unknown hook and a wrong signature have one answer.
 */
import { gateway, Refusal } from '@muster/contracts';
import type { Runtime } from '@muster/service-kit';
import { gatewayConfigOf } from '../config.ts';
import { asAnonymous } from '../upstream/anonymous-caller.ts';
import { ask } from '../upstream/ask.ts';
import type { CallContext, ComposedCall } from '../upstream/composed-call.ts';
import { parseBody, readBody, valueAt } from './domain/read-body.ts';
import { identityOf, verifySignature } from './signatures/verify-signature.ts';
import { openHookSecret } from './sealed-secret.ts';
import { findReceivingHook, type ReceivingHook } from './store/hooks.ts';

export const receiveHook =
  (runtime: Runtime): ComposedCall =>
  async ({ hookId, body: text }, call) => {
    const hook = await findReceivingHook(runtime.db, String(hookId));
    const body = Buffer.from(String(text));
    const verified = hook && verify(runtime, hook, body, call);
    if (!hook || !verified) throw new Refusal('hook_not_found');
    const document = parseBody(body);
    const { companyId, form } = hook;
    const input = {
      companyId,
      hookId: hook.id,
      ...identityOf(form, verified, body, document),
      ...readBody(document, hook),
    };
    const { body: _, ...outcome } = await ask(
      runtime.rpc,
      gateway,
      'takeHookDelivery',
      input,
      // What comes again is known by the delivery: some senders give a key of their own.
      { ...asAnonymous(call, hook.id), idempotencyKey: undefined },
    );
    return { ...outcome, body: JSON.stringify({ received: true, ...challengeOf(hook, document) }) };
  };

function verify(
  { config }: Pick<Runtime, 'config'>,
  { id, form, sealedSecret, previousSecret }: ReceivingHook,
  body: Buffer,
  { client: { headers } }: CallContext,
) {
  const all = { ...config, ...gatewayConfigOf({ config }) };
  const sealed = previousSecret ? [sealedSecret, previousSecret] : [sealedSecret];
  const secrets = sealed.flatMap((bytes) => openHookSecret(all, id, bytes) ?? []);
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  return verifySignature(form, { header, body }, secrets, Date.now());
}

/** Slack asks once whether the address answers with what it has sent. */
function challengeOf({ form }: ReceivingHook, document: unknown): { challenge?: string } {
  if (form !== 'slack' || valueAt(document, '/type') !== 'url_verification') return {};
  const challenge = valueAt(document, '/challenge');
  return typeof challenge === 'string' ? { challenge } : {};
}
