/** Refuses addresses that the egress guard never calls; host names are resolved when it sends. */
import { Refusal } from '@muster/contracts';
import { EgressError, targetOf } from '@muster/egress';
import type { BaseConfig } from '@muster/service-kit';
import { allowListOf, gatewayConfig } from '../config.ts';

export function requireDeliverableAddress(config: BaseConfig, url: string): void {
  const allow = allowListOf(gatewayConfig.parse(config));
  try {
    targetOf(allow, url);
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    throw new Refusal('webhook_address_refused', { code: error.code, reason: error.message });
  }
}
