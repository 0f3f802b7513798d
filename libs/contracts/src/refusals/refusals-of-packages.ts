/** Rules of company packages. */
import type { RefusalSpec } from './refusal-spec.ts';

export const refusalsOfPackages = {
  package_too_large: {
    status: 422,
    title: 'It is more than a package may hold',
    hint: 'details has how much it is; a package has at most 2,000 files, 4 MB of text and 20,000 characters of YAML structure in heads',
  },
  package_plan_changed: {
    status: 409,
    liftedByOthers: true,
    title: 'The import would do something else than the preview has shown',
    hint: 'preview the files again: POST /api/company-packages/preview, and send its planHash',
  },
  package_import_under_way: {
    status: 409,
    liftedByOthers: true,
    title: 'Another import into the company is under way',
    hint: 'wait until it is done: GET /api/companies/:companyId/package-imports/:packageImportId',
  },
} as const satisfies Record<string, RefusalSpec>;
