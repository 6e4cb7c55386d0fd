/** A customer has come back when they book again within so many months. */
export const rebookingMonths = 6

/** Of fewer customers a share says nothing. */
export const fewestCustomersForRate = 10
