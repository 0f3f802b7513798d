/** Limits that a board token cannot be made with. */
import { invalidField, type TokenLimits, type UserActor } from '@muster/contracts';
import { narrows } from '../../upstream/domain/token-limits.ts';

export function requireSensibleLimits({ companies: own }: UserActor, limits: TokenLimits): void {
  const { companies, readOnly, mayDecide } = limits;
  if (readOnly && mayDecide === true) {
    throw invalidField(['mayDecide'], 'a token that only reads decides nothing');
  }
  if (own === 'all' && companies === null && narrows(limits)) {
    throw invalidField(
      ['companies'],
      'an instance admin names the companies of a token with limits',
    );
  }
}
