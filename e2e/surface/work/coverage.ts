/** Which operation a request is for, and which of its fields the request names. */
import { methodOf, pathOf, pathParams } from '@muster/contracts';
import type { Operation } from '@muster/contracts';
import type { Send } from './row.ts';

export function isFor(operation: Operation, [line]: Send): boolean {
  const [path = ''] = line.split('?');
  const shape = `${methodOf(operation)} ${pathOf(operation)}`.replaceAll(/:\w+/g, '[^/]+');
  return new RegExp(`^${shape}$`).test(path);
}

export function fieldsOf(operation: Operation, [line, body = {}, , headers = {}]: Send): string[] {
  const [, query = ''] = line.split('?');
  return [
    ...pathParams(operation), ...new URLSearchParams(query).keys(), ...Object.keys(body),
    ...('if-match' in headers ? ['ifVersion'] : []),
  ];
}
