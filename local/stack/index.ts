export type { Access, NatsAccess } from './access.ts';
export { boardFolder, buildBoard } from './board.ts';
export { isDataFolder } from './data-folder.ts';
export { removeDataFolder } from './leftovers.ts';
export { SERVICES } from './service-names.ts';
export type { ProcessName, ServiceName } from './service-names.ts';
export type { Replicas } from './services.ts';
export { startStack } from './stack.ts';
export type { Stack, StackOptions } from './stack.ts';
