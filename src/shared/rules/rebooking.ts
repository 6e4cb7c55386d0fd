/** Months within which a customer counts as returning. */
export const rebookingMonths = 6

/** With fewer customers, a percentage is meaningless. */
export const minCustomersForRate = 10
