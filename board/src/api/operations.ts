/** Operations of the API as types. */
export type { Input, OperationName, Output } from '@muster/client';
