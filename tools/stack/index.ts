export type { Access, NatsAccess } from './access.ts';
export { removeDataFolder } from './leftovers.ts';
export { SERVICES } from './services.ts';
export type { Replicas, ServiceName } from './services.ts';
export { startStack } from './stack.ts';
export type { Stack, StackOptions } from './stack.ts';
