/**
 * Ends what a member has made with a right that it has no longer: keys of agents with
 * `manage_agents`, open invites with `invite`; webhooks of who is no owner are disabled until an owner
 * enables them. Otherwise who leaves would keep the key of an agent, or go on receiving events.
 */
import type { gateway, Permission } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import type { GatewayParts } from '../parts.ts';
import { effectivePermissions, type Grant } from './domain/membership.ts';
import { agentKeyEvent, disabledWebhookEvent } from './events.ts';
import { revokeKeyTree } from './store/agent-keys.ts';
import {
  disableWebhooksMadeBy,
  listKeysMadeBy,
  revokeInvitesMadeBy,
  type Maker,
} from './store/made-by-users.ts';
import { findUser } from './store/users.ts';

type Ends = Pick<
  Context<typeof gateway, GatewayParts>,
  'db' | 'now' | 'emit' | 'afterCommit' | 'parts'
>;

/** Called after the membership has changed; the company is locked. `grant`: undefined if it ended. */
export async function endWhatWasMade(
  context: Ends,
  maker: Maker,
  grant: Grant | undefined,
): Promise<void> {
  const user = await findUser(context.db, maker.userId);
  // An instance admin has every right without a membership.
  if (user?.instanceAdmin && user.disabledAt === null) return;
  // Who is disabled acts with no right, whatever the membership says.
  const kept = user?.disabledAt === null ? grant : undefined;
  const held: readonly Permission[] = kept ? effectivePermissions(kept) : [];
  if (!held.includes('manage_agents')) await endKeys(context, maker);
  if (!held.includes('invite')) await endInvites(context, maker);
  if (kept?.role !== 'owner') await disableWebhooks(context, maker);
}

async function endKeys({ db, now, emit, afterCommit, parts }: Ends, maker: Maker): Promise<void> {
  const { companyId } = maker;
  for (;;) {
    const made = await listKeysMadeBy(db, maker);
    if (made.length === 0) return;
    for (const { keyId, agentId } of made) {
      for (const { id, name } of await revokeKeyTree(db, { agentId, keyId, revokedAt: now })) {
        emit('key.revoked', agentKeyEvent({ companyId, keyId: id, agentId, name }));
      }
      afterCommit(() => parts.signals.emit('callerChanged', agentId));
    }
  }
}

async function endInvites({ db, now, emit }: Ends, maker: Maker): Promise<void> {
  const { companyId } = maker;
  for (const { id, expiresAt } of await revokeInvitesMadeBy(db, { ...maker, revokedAt: now })) {
    emit('invite.revoked', { companyId, entityId: id, payload: { inviteId: id, expiresAt } });
  }
}

async function disableWebhooks(
  { db, now, emit, afterCommit, parts }: Ends,
  { companyId, userId }: Maker,
): Promise<void> {
  const disabled = await disableWebhooksMadeBy(db, { companyId, userId, now });
  for (const webhook of disabled) {
    emit('webhook.changed', disabledWebhookEvent(companyId, webhook));
  }
  if (disabled.length > 0) afterCommit(() => parts.signals.emit('webhooksChanged'));
}
