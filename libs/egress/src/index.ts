/** Requests to addresses that a tenant has chosen: one client, one guard. */
export { egressConfig, type AllowList } from './allow-list.ts';
export { openEgress, type Answer, type Egress, type OutboundCall } from './egress.ts';
export { EgressError, type EgressCode } from './egress-error.ts';
export { signatureOf } from './signature.ts';
