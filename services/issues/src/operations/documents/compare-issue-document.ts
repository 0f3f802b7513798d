import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { compareVersions } from '../../documents/read-documents.ts';

export const compareIssueDocument: Handler<typeof issues, 'compareIssueDocument'> = (
  { issueId, ...asked },
  context,
) => compareVersions({ issueId }, asked, context);
