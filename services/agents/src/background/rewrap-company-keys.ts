/** Wraps the keys of all companies with the current master key. */
import type { Runtime } from '@muster/service-kit';
import { masterKeysOf } from '../store/cipher.ts';
import { listUnknownMasterKeys, rewrapKeys } from '../store/company-keys.ts';

/** Fails the start if a master key is missing, so that no run of an agent has to find it out. */
export async function rewrapCompanyKeys({ db, config, log, write }: Runtime): Promise<void> {
  const masters = masterKeysOf(config);
  const unknown = await listUnknownMasterKeys(db, masters);
  if (unknown.length > 0) {
    const ids = unknown.map(({ id }) => id).join(', ');
    throw new Error(
      `MUSTER_MASTER_KEY is ${masters.current.id}, but secrets are encrypted under ${ids}; ` +
        'set the former key as MUSTER_MASTER_KEY_PREVIOUS',
    );
  }
  for (;;) {
    const wrapped = await write((context) => rewrapKeys(context.db, masters));
    if (wrapped === 0) return;
    log.info({ keys: wrapped, masterKey: masters.current.id }, 'company keys rewrapped');
  }
}
