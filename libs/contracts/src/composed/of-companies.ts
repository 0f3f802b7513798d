/** Composed operations on a whole company. */
import { composedDashboard } from './dashboard.ts';
import { composedPackages } from './packages.ts';

export const composedOfCompanies = { ...composedDashboard, ...composedPackages } as const;
