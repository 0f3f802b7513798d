/** Makes an agent key. Its token is returned once; only the hash of its secret is stored. */
import { newId, type Db } from '@muster/service-kit';
import { makeToken } from './authentication/token.ts';
import { insertAgentKey, type KeyMaker } from './store/agent-keys.ts';

export interface AgentKeyRequest extends KeyMaker {
  readonly companyId: string;
  readonly agentId: string;
  readonly name: string | null;
  readonly expiresAt?: string | null;
  readonly now: string;
}

export async function issueAgentKey(
  db: Db,
  { now, ...request }: AgentKeyRequest,
): Promise<{ readonly keyId: string; readonly token: string }> {
  const keyId = newId();
  const { token, lookup, secretHash } = makeToken('agent');
  await insertAgentKey(db, { ...request, id: keyId, lookup, secretHash, createdAt: now });
  return { keyId, token };
}
