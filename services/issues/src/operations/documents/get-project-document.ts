import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { readDocument } from '../../documents/read-documents.ts';

export const getProjectDocument: Handler<typeof issues, 'getProjectDocument'> = (
  { projectId, ...asked },
  context,
) => readDocument({ projectId }, asked, context);
