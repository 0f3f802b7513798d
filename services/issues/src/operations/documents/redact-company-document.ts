import type { issues } from '@muster/contracts';
import type { Handler } from '@muster/service-kit';
import { redactVersion } from '../../documents/redact-version.ts';

export const redactCompanyDocument: Handler<typeof issues, 'redactCompanyDocument'> = (
  { companyId, ...asked },
  context,
) => redactVersion({ companyId }, asked, context);
