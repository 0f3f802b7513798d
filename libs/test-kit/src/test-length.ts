/** Repetitions of tests with repeated trials: short in `pnpm test`, full in `pnpm proof`. */
const isFullLength = process.env['TEST_LENGTH'] === 'full';

export const lengthOf = ({ full, short }: { full: number; short: number }): number =>
  isFullLength ? full : short;
