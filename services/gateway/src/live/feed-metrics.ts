/** What an operator watches of those who follow companies. */
import { metricSpecs, type metricsOf } from '@muster/service-kit';

/** Why a stream came to its end. */
export const streamEnds = [
  'left', 'slow', 'unauthorised', 'log', 'draining',
] as const;
export type StreamEnd = (typeof streamEnds)[number];

export const feedMetrics = metricSpecs({
  feedStreams: {
    type: 'gauge',
    name: 'muster_feed_streams',
    help: 'Streams and long polls that are open.',
  },
  feedEvents: {
    type: 'counter',
    name: 'muster_feed_events_total',
    help: 'Events handed to those who follow a company.',
  },
  feedEnds: {
    type: 'counter',
    name: 'muster_feed_ends_total',
    help: 'Streams that ended; `slow` are those that did not read what was sent.',
    labels: { reason: streamEnds },
  },
});

export type FeedMetrics = ReturnType<typeof metricsOf<typeof feedMetrics>>;
