/** What a board token may do, as a sentence. */
import type { BoardToken } from '@muster/contracts';

type Limits = Pick<BoardToken, 'companies' | 'readOnly' | 'mayDecide'>;

export function limitsOf(
  { companies = null, readOnly = false, mayDecide = null }: Limits,
  nameOf: (companyId: string) => string,
): string {
  const where = companies === null ? 'in all companies' : `in ${companies.map(nameOf).join(', ')}`;
  if (readOnly) return `reads ${where}`;
  return mayDecide === false ? `writes ${where}, decides nothing` : `does what you may ${where}`;
}
