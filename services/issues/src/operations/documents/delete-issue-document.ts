import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { deleteDocument } from '../../documents/write-documents.ts';

export const deleteIssueDocument: Handler<typeof issues, 'deleteIssueDocument'> = (
  { issueId, ...asked },
  context,
) => deleteDocument({ issueId }, asked, context);
