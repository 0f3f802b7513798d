import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listDocuments } from '../../documents/read-documents.ts';

export const listIssueDocuments: Handler<typeof issues, 'listIssueDocuments'> = (
  { issueId, ...asked },
  context,
) => listDocuments({ issueId }, asked, context);
