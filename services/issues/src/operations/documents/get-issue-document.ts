import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { readDocument } from '../../documents/read-documents.ts';

export const getIssueDocument: Handler<typeof issues, 'getIssueDocument'> = (
  { issueId, ...asked },
  context,
) => readDocument({ issueId }, asked, context);
