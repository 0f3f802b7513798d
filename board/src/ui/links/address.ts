/** Where a link leads: a path of the router's table with its parameters, never one that was put together. */
import type { LinkProps } from '@tanstack/react-router';

export type Address = Pick<LinkProps, 'to' | 'params' | 'search'>;
