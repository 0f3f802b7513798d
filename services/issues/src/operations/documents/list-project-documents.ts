import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { listDocuments } from '../../documents/read-documents.ts';

export const listProjectDocuments: Handler<typeof issues, 'listProjectDocuments'> = (
  { projectId, ...asked },
  context,
) => listDocuments({ projectId }, asked, context);
