/** A dashboard as Grafana's JSON model. */
import type { Dashboard } from './dashboards.ts';
import type { Panel } from './panels.ts';

/** Version of that model. */
const SCHEMA_VERSION = 39;
/** The grid is 24 wide. */
const WIDTH = 8;
const HEIGHT = 8;
const PANELS_PER_ROW = 24 / WIDTH;

const datasource = { type: 'prometheus', uid: '${datasource}' };

export const grafanaOf = ({ name, title, panels }: Dashboard) => ({
  uid: name,
  title,
  tags: ['muster'],
  schemaVersion: SCHEMA_VERSION,
  editable: false,
  timezone: 'browser',
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  // Each dashboard links to the others and keeps the selected time range.
  links: [
    {
      type: 'dashboards',
      title: 'Muster',
      tags: ['muster'],
      asDropdown: true,
      keepTime: true,
    },
  ],
  templating: {
    list: [{ name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' }],
  },
  panels: panels.map(panelOf),
});

const panelOf = ({ title, unit, queries }: Panel, index: number) => ({
  id: index + 1,
  type: 'timeseries',
  title,
  datasource,
  gridPos: {
    x: (index % PANELS_PER_ROW) * WIDTH,
    y: Math.floor(index / PANELS_PER_ROW) * HEIGHT,
    w: WIDTH,
    h: HEIGHT,
  },
  fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10 } }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
  targets: queries.map(({ expr, legend, exemplars = false }, at) => ({
    refId: String.fromCodePoint(65 + at),
    datasource,
    expr,
    legendFormat: legend,
    ...(exemplars ? { exemplar: true } : {}),
  })),
});
