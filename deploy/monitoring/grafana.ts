/** A dashboard as Grafana's JSON model. */
import type { Dashboard } from './dashboards.ts';
import type { Panel } from './panels.ts';
import { selected, variables } from './selectors.ts';

/** Version of that model. */
const SCHEMA_VERSION = 39;
const GRID = 24;
const HEIGHT = 8;
const ROW_HEIGHT = 1;

const datasource = { type: 'prometheus', uid: '${datasource}' };

export const grafanaOf = ({ name, title, panels, width = 8 }: Dashboard) => ({
  uid: name,
  title,
  tags: ['muster'],
  schemaVersion: SCHEMA_VERSION,
  editable: false,
  timezone: 'browser',
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  // Each dashboard links to the others and keeps the time range and the selectors.
  links: [
    {
      type: 'dashboards',
      title: 'Muster',
      tags: ['muster'],
      asDropdown: true,
      keepTime: true,
      includeVars: true,
    },
  ],
  templating: {
    list: [
      { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' },
      ...variables,
    ],
  },
  panels: laidOut(panels, width)
    .flatMap(panelOf)
    .map((panel, index) => ({ id: index + 1, ...panel })),
});

type Laid = readonly [panel: Panel, at: Record<'x' | 'y' | 'w' | 'h', number>];

/** Panels from left to right; a row has a line of its own for its title. */
function laidOut(panels: readonly Panel[], width: number): Laid[] {
  let [x, y] = [0, 0];
  return panels.map((panel): Laid => {
    const isFull = x + width > GRID;
    if (isFull || panel.row !== undefined) {
      if (x > 0) y += HEIGHT;
      x = 0;
    }
    if (panel.row !== undefined) y += ROW_HEIGHT;
    const laid = [panel, { x, y, w: width, h: HEIGHT }] as const;
    x += width;
    return laid;
  });
}

const rowOf = (title: string, y: number) => ({
  type: 'row',
  title,
  collapsed: false,
  panels: [],
  gridPos: { x: 0, y, w: GRID, h: ROW_HEIGHT },
});

const panelOf = ([{ row, title, unit, queries }, gridPos]: Laid) => [
  ...(row === undefined ? [] : [rowOf(row, gridPos.y - ROW_HEIGHT)]),
  {
    type: 'timeseries',
    title,
    datasource,
    gridPos,
    fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 10 } }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi' } },
    targets: queries.map(({ expr, legend, exemplars = false }, at) => ({
      refId: String.fromCodePoint(65 + at),
      datasource,
      expr: selected(expr),
      legendFormat: legend,
      ...(exemplars ? { exemplar: true } : {}),
    })),
  },
];
