/** Limits that a board token cannot be made with. */
import { Refusal, type TokenLimits, type UserActor } from '@muster/contracts';
import { narrows } from '../../upstream/domain/token-limits.ts';

export function requireSensibleLimits({ companies: own }: UserActor, limits: TokenLimits): void {
  const { companies, readOnly, mayDecide } = limits;
  if (readOnly && mayDecide === true) {
    throw invalid('mayDecide', 'a token that only reads decides nothing');
  }
  if (own === 'all' && companies === null && narrows(limits)) {
    throw invalid('companies', 'an instance admin names the companies of a token with limits');
  }
}

const invalid = (field: string, message: string): Refusal =>
  new Refusal('invalid_input', [{ path: [field], code: 'custom', message }]);
