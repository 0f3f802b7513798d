import type { ReactElement } from 'react';

/** The names of zones, for a field that has `list="time-zones"`. */
export const TimeZones = (): ReactElement => (
  <datalist id="time-zones" aria-label="Time zones">
    {Intl.supportedValuesOf('timeZone').map((zone) => (
      <option key={zone} value={zone}>
        {zone}
      </option>
    ))}
  </datalist>
);
