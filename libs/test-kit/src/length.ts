/**
 * How often the tests that repeat themselves do so: `pnpm test` takes the short length, so that it
 * stays a matter of minutes, `pnpm proof` the full one.
 */
const isFullLength = process.env['TEST_LENGTH'] === 'full';

export const lengthOf = ({ full, short }: { full: number; short: number }): number =>
  isFullLength ? full : short;
