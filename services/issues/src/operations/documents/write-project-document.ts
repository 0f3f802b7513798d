import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { writeDocument } from '../../documents/write-documents.ts';

export const writeProjectDocument: Handler<typeof issues, 'writeProjectDocument'> = (
  { projectId, ...asked },
  context,
) => writeDocument({ projectId }, asked, context);
