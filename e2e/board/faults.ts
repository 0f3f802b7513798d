/**
 * What a page of the board must never cause: a complaint of the browser, a refusal that no story expects, a
 * request to another host, an answer that is not what its contract says.
 */
import { selectableOf, successesOf } from '@muster/contracts';
import type { BrowserContext, Request, Response } from 'playwright-core';
import { routes, type Route } from '../requests/routes.ts';

export interface Watch {
  readonly faults: readonly string[];
  /** Waits until all answers that have come are judged. */
  settled(): Promise<void>;
}

/** What belongs to a story: a refusal, such as `412 PATCH /api/issues/…`, and another host. */
export interface Allowed {
  readonly expects?: RegExp | undefined;
  readonly otherOrigin?: string | undefined;
}

/** Before the sign-in, a page asks whether there is a session. */
const isAskedBeforeSignIn = (status: number, path: string): boolean =>
  status === 401 && path === '/api/session';

export function watch(
  context: BrowserContext,
  baseUrl: string,
  { expects, otherOrigin }: Allowed = {},
): Watch {
  const faults: string[] = [];
  const judged: Promise<void>[] = [];
  context.on('console', (message) => {
    const text = message.text();
    // Each such answer is looked at below.
    if (!['error', 'warning'].includes(message.type()) || text.startsWith('Failed to load')) return;
    faults.push(`${message.type()}: ${text}`);
  });
  context.on('weberror', (event) => {
    const error = event.error();
    // Where it was thrown: the page is gone when the story fails.
    faults.push(`exception: ${error.stack ?? error.message}`);
  });
  context.on('request', (request) => {
    const url = request.url();
    const isOwn = [baseUrl, otherOrigin].some((host) => host && url.startsWith(`${host}/`));
    if (!isOwn && !url.startsWith('data:')) faults.push(`foreign: ${url}`);
  });
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const asked = `${response.request().method()} ${pathname}`;
    const refusal = `${response.status()} ${asked}`;
    const isExpected =
      isAskedBeforeSignIn(response.status(), pathname) || expects?.test(refusal) === true;
    if (response.status() >= 400 && !isExpected) faults.push(refusal);
    const ignored = response.headers()['ignored-fields'];
    if (ignored !== undefined) faults.push(`ignored ${ignored} of ${asked}`);
  });
  // An answer that has come whole; one that a page has given up never does.
  context.on('requestfinished', (request) => {
    if (!request.url().startsWith(`${baseUrl}/api/`)) return;
    judged.push(
      faultOf(request).then((fault) => {
        if (fault !== undefined) faults.push(fault);
      }),
    );
  });
  const settled = async (): Promise<void> => void (await Promise.all(judged));
  return { faults, settled };
}

/** How an answer differs from what its contract says. */
async function faultOf(request: Request): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(request.url());
  const route = routeOf(request.method(), pathname);
  if (route === undefined) return `no operation has ${request.method()} ${pathname}`;
  // None, where the visit ends before the answer was looked at.
  const response = await request.response().catch(() => null);
  if (!response) return undefined;
  const { operation } = route;
  const type = response.headers()['content-type'] ?? '';
  if (!response.ok() || !type.startsWith('application/json')) return undefined;
  if (!successesOf(operation).includes(response.status())) {
    return `${response.status()} is no success of ${route.name}`;
  }
  const body = await bodyOf(response);
  if (body === undefined) return undefined;
  const isPart = [...searchParams.keys()].some(
    (name) => name in (selectableOf(operation)?.parameters.shape ?? {}),
  );
  if (isPart) return undefined;
  const value = valueOf(body);
  if (value === undefined) return `${route.name} answers no JSON: ${body.slice(0, 80)}`;
  const parsed = operation.output.safeParse(value);
  return parsed.success
    ? undefined
    : `${route.name} answers what its contract refuses: ${parsed.error.message}`;
}

function valueOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** A page that goes on does not wait for what it has asked for; such an answer has no body here. */
const bodyOf = (response: Response): Promise<string | undefined> =>
  response.text().catch(() => undefined);

const patterns = routes.map((route) => ({
  route,
  segments: route.path.split('/'),
}));

/** The operation of a request line; where several have the path, the one with fewer parameters. */
function routeOf(method: string, path: string): Route | undefined {
  const given = path.split('/');
  const fitting = patterns.filter(
    ({ route, segments }) =>
      route.method === method &&
      segments.length === given.length &&
      segments.every((segment, at) => segment.startsWith(':') || segment === given[at]),
  );
  const parameters = (segments: readonly string[]): number =>
    segments.filter((segment) => segment.startsWith(':')).length;
  return fitting.toSorted((a, b) => parameters(a.segments) - parameters(b.segments))[0]?.route;
}
