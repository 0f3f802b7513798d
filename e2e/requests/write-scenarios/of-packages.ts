import { randomUUID } from 'node:crypto';
import { beginImport, packageOf } from '../../fixtures/packages.ts';
import type { WriteScenario } from './scenario.ts';

export const ofPackages: Record<string, WriteScenario> = {
  previewCompanyPackage: ({ world: { board } }) =>
    board.post('/api/company-packages/preview', { files: packageOf('Planted') }),
  importCompanyPackage: ({ world: { board }, companyId }) =>
    beginImport(board, companyId, packageOf(`Planted ${randomUUID()}`)),
};
