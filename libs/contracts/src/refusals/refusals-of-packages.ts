/** Rules of company packages. */
import type { RefusalSpec } from './refusal-spec.ts';

export const refusalsOfPackages = {
  package_too_large: {
    status: 422,
    title: 'The company has more than a package may hold',
    hint: 'nothing to do: details has what it has, and a package has at most 2,000 files and 4 MB of text',
  },
} as const satisfies Record<string, RefusalSpec>;
