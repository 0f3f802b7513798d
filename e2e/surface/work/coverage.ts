/** The operation that a request belongs to, and the fields of the operation that it names. */
import { methodOf, pathOf, pathParams, type Operation } from '@muster/contracts';
import type { Send } from './row.ts';

export function isFor(operation: Operation, [line]: Send): boolean {
  const [path = ''] = line.split('?');
  const shape = `${methodOf(operation)} ${pathOf(operation)}`.replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${shape}$`).test(path);
}

export function fieldsOf(operation: Operation, [line, body = {}, , headers = {}]: Send): string[] {
  const [, query = ''] = line.split('?');
  return [
    ...pathParams(operation),
    ...new URLSearchParams(query).keys(),
    ...Object.keys(body),
    ...('if-match' in headers || 'if-none-match' in headers ? ['ifVersion'] : []),
  ];
}
