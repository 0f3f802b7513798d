export type { Access, NatsAccess } from './access.ts';
export { isDataFolder } from './data-folder.ts';
export { removeDataFolder } from './leftovers.ts';
export { SERVICES } from './service-names.ts';
export type { ProcessName, ServiceName } from './service-names.ts';
export type { Replicas } from './services.ts';
export { startStack } from './stack.ts';
export type { Stack, StackOptions } from './stack.ts';
export { isExampleUsable } from './example-agent.ts';
