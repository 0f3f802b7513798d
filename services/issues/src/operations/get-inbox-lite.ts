import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { getInbox } from './get-inbox.ts';

/** The inbox is compact already; this is its other name. */
export const getInboxLite: Handler<typeof issues, 'getInboxLite'> = async (
  input,
  context,
) => getInbox(input, context);
