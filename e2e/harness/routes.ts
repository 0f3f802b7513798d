/** Every operation that has a path, whoever serves it. */
import { composed, contracts, methodOf, pathOf } from '@muster/contracts';
import type { Method, Operation } from '@muster/contracts';

export type Route = {
  readonly name: string;
  readonly operation: Operation;
  readonly method: Method;
  readonly path: string;
};

export const routes: readonly Route[] = [...contracts.map(({ operations }) => operations), composed]
  .flatMap((operations) => Object.entries<Operation>(operations))
  .flatMap(([name, operation]) => {
    const [method, path] = [methodOf(operation), pathOf(operation)];
    return method && path ? [{ name, operation, method, path }] : [];
  });
