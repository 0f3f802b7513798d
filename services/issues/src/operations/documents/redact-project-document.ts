import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { redactVersion } from '../../documents/redact-version.ts';

export const redactProjectDocument: Handler<typeof issues, 'redactProjectDocument'> = (
  { projectId, ...asked },
  context,
) => redactVersion({ projectId }, asked, context);
