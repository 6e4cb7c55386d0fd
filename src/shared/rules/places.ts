/** Maximum saved places of a customer. */
export const mostPlaces = 20
