import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getInbox } from './get-inbox.ts';

/** Another name of the inbox, which is compact already. */
export const getInboxLite: Handler<typeof issues, 'getInboxLite'> = async (input, context) =>
  getInbox(input, context);
