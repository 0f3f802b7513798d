import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listDocumentVersions } from '../../documents/read-documents.ts';

export const listIssueDocumentRevisions: Handler<typeof issues, 'listIssueDocumentRevisions'> = (
  { issueId, ...asked },
  context,
) => listDocumentVersions({ issueId }, asked, context);
