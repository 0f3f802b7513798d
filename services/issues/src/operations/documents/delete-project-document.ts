import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { deleteDocument } from '../../documents/write-documents.ts';

export const deleteProjectDocument: Handler<typeof issues, 'deleteProjectDocument'> = (
  { projectId, ...asked },
  context,
) => deleteDocument({ projectId }, asked, context);
