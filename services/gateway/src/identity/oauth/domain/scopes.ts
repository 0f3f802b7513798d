/** What a program asks for, and what it got: words for the limits of a board token. */
import type { TokenLimits } from '@muster/contracts';

export const SCOPES = ['read', 'write', 'decide'] as const;
/** What a program asks for that knows nothing more: no decisions. */
export const USUAL_SCOPES = ['read', 'write'] as const;

/** A suggestion only: the person decides. Words of other servers are no reason to refuse. */
export function limitsAskedBy(
  scope: string | null | undefined,
): Pick<TokenLimits, 'readOnly' | 'mayDecide'> {
  const asked = (scope ?? '').split(' ');
  const readOnly = asked.includes('read') && !asked.includes('write') && !asked.includes('decide');
  return { readOnly, mayDecide: asked.includes('decide') };
}

export function scopeOf({ readOnly, mayDecide }: Omit<TokenLimits, 'companies'>): string {
  if (readOnly) return 'read';
  return mayDecide === false ? 'read write' : 'read write decide';
}
