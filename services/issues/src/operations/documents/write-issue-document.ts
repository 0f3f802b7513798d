import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { writeDocument } from '../../documents/write-documents.ts';

export const writeIssueDocument: Handler<typeof issues, 'writeIssueDocument'> = (
  { issueId, ...asked },
  context,
) => writeDocument({ issueId }, asked, context);
