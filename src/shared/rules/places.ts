/** How many places a customer may save. */
export const mostPlaces = 20
