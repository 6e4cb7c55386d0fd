/** Two buttons beside each other on the narrowest phone, in one line each. */
export const contactWidth = 'px-3! text-base!'
