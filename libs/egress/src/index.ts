/** Requests to addresses that a tenant has chosen: one client, one check. */
export { networkOf } from './address.ts';
export { readAllowList, type AllowList } from './allow-list.ts';
export { egressConfig, egressOptionsOf } from './config.ts';
export { openEgress, type Egress } from './egress.ts';
export type { Answer, Download, OutboundCall } from './outbound-call.ts';
export { EgressError, type EgressCode } from './egress-error.ts';
export { targetOf } from './target.ts';
export { signatureOf } from './signature.ts';
