import { agents } from '@muster/contracts';
import { reaction } from '@muster/service-kit';
import { deleteSecret, saveSecret } from '../store/secrets.ts';

export const copySecrets = reaction(
  agents,
  ['secret.created', 'secret.deleted'],
  async ({ companyId, type, payload: { secretId, name } }, { db }) => {
    if (type === 'secret.deleted') return deleteSecret(db, companyId, secretId);
    if (name !== null) await saveSecret(db, companyId, { secretId, name });
  },
  { history: 'state' },
);
