import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { compareVersions } from '../../documents/read-documents.ts';

export const compareProjectDocument: Handler<typeof issues, 'compareProjectDocument'> = (
  { projectId, ...asked },
  context,
) => compareVersions({ projectId }, asked, context);
