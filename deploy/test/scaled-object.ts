/** The part of KEDA's ScaledObject that we use: the schemas of Kubernetes do not contain it. */
import { z } from 'zod';

/** KEDA expects every setting of a trigger as a string. */
const number = z.string().regex(/^[1-9]\d*$/);

const Trigger = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('cpu'),
    metricType: z.enum(['Utilization', 'AverageValue']),
    metadata: z.strictObject({ value: number }),
  }),
  z.strictObject({
    type: z.literal('prometheus'),
    metadata: z.strictObject({
      serverAddress: z.url({ protocol: /^https?$/ }),
      query: z.string().min(1),
      threshold: number,
    }),
  }),
]);

const ScaledObject = z.strictObject({
  apiVersion: z.literal('keda.sh/v1alpha1'),
  kind: z.literal('ScaledObject'),
  metadata: z.strictObject({
    name: z.string(),
    namespace: z.string().optional(),
    labels: z.record(z.string(), z.string()).optional(),
  }),
  spec: z.strictObject({
    scaleTargetRef: z.strictObject({ name: z.string(), kind: z.string().optional() }),
    minReplicaCount: z.int().min(0),
    maxReplicaCount: z.int().min(1),
    pollingInterval: z.int().min(1),
    cooldownPeriod: z.int().min(0),
    triggers: z.array(Trigger).min(1),
  }),
});

export function faultsOfScaledObject(document: unknown): string[] {
  const { error } = ScaledObject.safeParse(document);
  return (error?.issues ?? []).map(({ path, message }) => `.${path.join('.')} ${message}`);
}
