/** The services as workloads, and what other tables need to know of the chart: the defaults of its values. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@muster/contracts';
import { parse } from 'yaml';

interface Size {
  /** CPU and memory requests of one pod and its memory limit; the CPU has no limit. */
  readonly cpu: string;
  readonly memory: string;
  readonly memoryMax: string;
  readonly replicas: { readonly min: number; readonly max: number };
}
export interface Workload extends Size {
  readonly name: ServiceName;
}

interface Values {
  readonly services: Readonly<Record<ServiceName, Size>>;
  readonly runners: { readonly namespace: string };
}

const file = join(import.meta.dirname, '../chart/values.yaml');
/** Helm reads YAML 1.1. */
const values = parse(readFileSync(file, 'utf8'), { version: '1.1' }) as Values;

/** The namespaces that the documents assume. */
export const NAMESPACE = 'muster';
export const RUNNERS_NAMESPACE = values.runners.namespace;
/** The port of every process's ops server. */
export const OPS_PORT = 9_090;

export const workloads: readonly Workload[] = Object.entries(values.services).map(
  ([name, size]) => ({ name: name as ServiceName, ...size }),
);
