/** Every operation with a path, of all services. */
import {
  composed,
  contracts,
  methodOf,
  pathOf,
  type Method,
  type Operation,
} from '@muster/contracts';

export interface Route {
  readonly name: string;
  readonly operation: Operation;
  readonly method: Method;
  readonly path: string;
}

export const routes: readonly Route[] = [...contracts.map(({ operations }) => operations), composed]
  .flatMap((operations) => Object.entries<Operation>(operations))
  .flatMap(([name, operation]) => {
    const [method, path] = [methodOf(operation), pathOf(operation)];
    return method && path ? [{ name, operation, method, path }] : [];
  });
