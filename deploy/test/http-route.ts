/** The part of the Gateway API's HTTPRoute that we use: the schemas of Kubernetes do not contain it. */
import { z } from 'zod';

const Name = z.string().regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
/** A Go duration of up to four parts; `0s` is no limit. */
const Duration = z.string().regex(/^([0-9]{1,5}(h|m|s|ms)){1,4}$/);

const HttpRoute = z.strictObject({
  apiVersion: z.literal('gateway.networking.k8s.io/v1'),
  kind: z.literal('HTTPRoute'),
  metadata: z.strictObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
  spec: z.strictObject({
    parentRefs: z.array(
      z.strictObject({ name: Name, namespace: Name, sectionName: Name.optional() }),
    ),
    hostnames: z.array(z.hostname()),
    rules: z.array(
      z.strictObject({
        matches: z.array(
          z.strictObject({
            path: z.strictObject({ type: z.literal('PathPrefix'), value: z.string() }),
          }),
        ),
        timeouts: z.strictObject({ request: Duration }),
        backendRefs: z.array(z.strictObject({ name: Name, port: z.int() })),
      }),
    ),
  }),
});

export function faultsOfHttpRoute(document: unknown): string[] {
  const { error } = HttpRoute.safeParse(document);
  return (error?.issues ?? []).map(({ path, message }) => `.${path.join('.')} ${message}`);
}
