/** From one kind of autoscaling to another. */
import { expect, it } from 'vitest';
import { workloads } from '../tables/workloads.ts';
import { helmTemplate, PROMETHEUS } from './chart.ts';

it('the chart changes its autoscaling in one upgrade, since both kinds may be there meanwhile', () => {
  const scalersWith = (values: object) =>
    helmTemplate(values).filter(({ kind }) =>
      ['HorizontalPodAutoscaler', 'ScaledObject'].includes(kind),
    );
  const byCpu = scalersWith({ autoscaling: 'cpu' });
  const byLag = scalersWith({ autoscaling: 'lag', monitoring: { prometheusUrl: PROMETHEUS } });
  expect([byCpu.length, byLag.length]).toEqual([workloads.length, workloads.length]);
  // What KEDA's webhook skips in the autoscalers of a deployment, from 2.14 on.
  for (const { metadata } of byCpu) {
    expect(metadata).toMatchObject({
      annotations: { 'validations.keda.sh/hpa-ownership': 'false' },
    });
  }
  // KEDA names its own `keda-hpa-…` unless told otherwise, and would delete one that it took over.
  for (const scaledObject of byLag) {
    expect(scaledObject.metadata).not.toHaveProperty('annotations');
    expect(scaledObject).not.toHaveProperty('spec.advanced');
  }
});
