/** Operations on the files of companies. */
import type { Runtime } from '@muster/service-kit';
import { exportCompany } from './export-company.ts';

export const packageCalls = ({ rpc }: Runtime) => ({
  exportCompany: exportCompany(rpc),
});
