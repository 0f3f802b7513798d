/** The places that a company with runs does not get while it is not the only one: the last quarter. */
export const lastPlacesOf = (places: number): number => Math.floor(places / 4);

/** Of places that are taken one after the other, the one with this number included. */
export const isLastPlace = (taken: number, places: number): boolean =>
  taken > places - lastPlacesOf(places);
