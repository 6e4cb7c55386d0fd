/** Maximum saved places of a customer. */
export const maxPlaces = 20
