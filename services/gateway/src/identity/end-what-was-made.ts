/**
 * Ends what a member has made for agents with a right that it has no longer: keys with
 * `manage_agents`, open invites with `invite`. Otherwise who leaves would keep the key of an agent.
 */
import type { gateway, Permission } from '@muster/contracts';
import type { Context } from '@muster/service-kit';
import type { GatewayParts } from '../parts.ts';
import { effectivePermissions, type Grant } from './domain/membership.ts';
import { agentKeyEvent } from './events.ts';
import { revokeKeyTree } from './store/agent-keys.ts';
import { listKeysMadeBy, revokeInvitesMadeBy, type Maker } from './store/made-by-users.ts';
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
  const held: readonly Permission[] = grant ? effectivePermissions(grant) : [];
  if (!held.includes('manage_agents')) await endKeys(context, maker);
  if (!held.includes('invite')) await endInvites(context, maker);
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
