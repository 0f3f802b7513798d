/**
 * At every start: the instance admin exists, and the environment's token is its only one from
 * there.
 */
import { newId, type Runtime } from '@muster/service-kit';
import { saveAdmin, saveEnvironmentToken } from '../store/board.ts';
import { boardTokenHash } from './find-caller.ts';

export const keepAdmin = (runtime: Runtime, token: string): Promise<void> =>
  runtime.write(async ({ db }) => {
    const userId = await saveAdmin(db, newId());
    await saveEnvironmentToken(db, {
      id: newId(), userId, tokenHash: boardTokenHash(token, 'utf8'),
    });
  });
