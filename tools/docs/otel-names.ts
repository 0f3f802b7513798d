/**
 * Our metrics beside those of OpenTelemetry's semantic conventions (1.45), for dashboards and collectors
 * that know the latter. Metrics of what only Muster has are not in it.
 */
export const otelMetrics: readonly (readonly [ours: string, theirs: string, differs: string])[] = [
  [
    'muster_http_request_duration_seconds',
    'http.server.request.duration',
    'names the operation instead of method and route',
  ],
  ['muster_rpc_duration_seconds', 'rpc.server.call.duration', ''],
  [
    'muster_db_pool_connections',
    'db.client.connection.count',
    '`waiting` is `db.client.connection.pending_requests`; `busy` is `used`',
  ],
  ['muster_db_pool_connections_max', 'db.client.connection.max', ''],
  [
    'muster_events_applied_total',
    'messaging.client.consumed.messages',
    'counts effects, not deliveries',
  ],
  ['muster_process_cpu_seconds_total', 'process.cpu.time', 'user and system time together'],
  ['muster_process_resident_memory_bytes', 'process.memory.usage', ''],
  [
    'muster_process_start_time_seconds',
    'process.uptime',
    'the time of the start instead of the time since',
  ],
  [
    'muster_nodejs_eventloop_lag_p99_seconds',
    'nodejs.eventloop.delay.p99',
    'contains the second between two samples',
  ],
  ['muster_nodejs_gc_duration_seconds', 'v8js.gc.duration', ''],
  ['muster_nodejs_heap_size_used_bytes', 'v8js.memory.heap.used', 'all spaces together'],
];

export const otelLabels: readonly (readonly [ours: string, theirs: string, differs: string])[] = [
  ['service', 'service.name', 'traces have the prefix `muster-`'],
  ['version', 'service.version', ''],
  ['operation', 'rpc.method', 'traces have the name of the service before it'],
  ['outcome', 'rpc.response.status_code', ''],
  ['status', 'http.response.status_code', 'of HTTP metrics'],
  ['state', 'db.client.connection.state', 'of the connection pool'],
  ['type', 'messaging.destination.name', 'the type of the event, not its subject'],
];
