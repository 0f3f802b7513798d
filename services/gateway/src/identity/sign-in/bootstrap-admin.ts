/**
 * Ensures at every start that the instance admin exists and that the environment's current token is
 * its only token from the environment.
 */
import { newId, type Runtime } from '@muster/service-kit';
import { insertAccountAction } from '../store/account-activity.ts';
import { saveAdmin, saveEnvironmentToken } from '../store/board.ts';
import { boardTokenHash } from '../authentication/find-caller.ts';

export const ensureBootstrapAdmin = (runtime: Runtime, token: string): Promise<void> =>
  runtime.write(async ({ db }) => {
    const userId = await saveAdmin(db, newId());
    const id = newId();
    const isNew = await saveEnvironmentToken(db, {
      id,
      userId,
      tokenHash: boardTokenHash(token, 'utf8'),
    });
    if (!isNew) return;
    await insertAccountAction(db, {
      action: 'environment_token_set',
      userId,
      actorId: null,
      subjectId: id,
    });
  });
