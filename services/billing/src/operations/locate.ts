/** Finds whose a thing is, so that what is absent is not found, whoever asks. */
import type { Locate } from '@muster/service-kit';
import { findCompany } from '../store/companies.ts';

const companyId: Locate = async (db, _scope, id) => (await findCompany(db, id))?.companyId;

export const locate = { companyId };
