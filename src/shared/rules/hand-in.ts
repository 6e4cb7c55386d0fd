/** The request header of a hand-in token. */
export const handInHeader = 'x-hand-in'

/** How long a code and its token are valid. */
export const handInHours = 24
