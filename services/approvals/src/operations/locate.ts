/** Finds whose a thing is, so that what is absent or foreign is not found, whoever asks. */
import type { Locate } from '@muster/service-kit';
import { findCompanyOfApproval } from '../store/approvals.ts';
import { findCompany } from '../store/companies.ts';

const companyId: Locate = async (db, _scope, id) => (await findCompany(db, id))?.companyId;

const approvalId: Locate = findCompanyOfApproval;

export const locate = { companyId, approvalId };
