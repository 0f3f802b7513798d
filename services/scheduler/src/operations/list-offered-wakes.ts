import type { scheduler } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { byUrgency } from '../domain/run-context.ts';
import { listOffered } from '../store/remote-runs.ts';

export const listOfferedWakes: Handler<typeof scheduler, 'listOfferedWakes'> = async (
  _,
  { db, scope, actor },
) => byUrgency(await listOffered(db, scope, actor.id));
