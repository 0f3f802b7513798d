import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listDocumentVersions } from '../../documents/read-documents.ts';

export const listProjectDocumentRevisions: Handler<
  typeof issues,
  'listProjectDocumentRevisions'
> = ({ projectId, ...asked }, context) => listDocumentVersions({ projectId }, asked, context);
