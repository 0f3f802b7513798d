/** For the board, which sends requests in its own way: with the session of its page, and without tries. */
export { requestOf, type Request } from './request.ts';
export { routes } from './route.ts';
export { openParser } from './server-sent-events.ts';
