/** What a run has shown of the promises is kept where `pnpm proof` and `pnpm chaos` ask for it. */
export { newTrials, note } from '@muster/test-kit';
export type { Shown } from '@muster/test-kit';
