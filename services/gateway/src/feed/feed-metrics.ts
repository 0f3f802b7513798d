/** Metrics of event streams and long polls. */
import { metricSpecs, type metricsOf } from '@muster/service-kit';

/** Reasons for the end of a stream. */
export const streamEnds = ['left', 'slow', 'unauthorised', 'log', 'draining'] as const;
export type StreamEnd = (typeof streamEnds)[number];

export const feedMetrics = metricSpecs({
  feedStreams: {
    type: 'gauge',
    name: 'muster_feed_streams',
    help: 'Open streams and long polls.',
  },
  feedEvents: {
    type: 'counter',
    name: 'muster_feed_events_total',
    help: 'Events delivered to streams and long polls.',
  },
  feedEnds: {
    type: 'counter',
    name: 'muster_feed_ends_total',
    help: 'Ended streams, by reason; `slow`: the client did not read what was sent.',
    labels: { reason: streamEnds },
  },
});

export type FeedMetrics = ReturnType<typeof metricsOf<typeof feedMetrics>>;
