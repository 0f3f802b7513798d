/** Operations on the files of companies. */
import type { Runtime } from '@muster/service-kit';
import { exportCompany } from './export-company.ts';
import { importCompanyPackage } from './import-package.ts';
import { previewCompanyPackage } from './preview-package.ts';

export const packageCalls = (runtime: Runtime) => ({
  exportCompany: exportCompany(runtime.rpc),
  previewCompanyPackage: previewCompanyPackage(runtime),
  importCompanyPackage: importCompanyPackage(runtime),
});
