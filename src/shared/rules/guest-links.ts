/** A guest's link opens its visit until this many days after the visit's start, and while its invoice is open. */
export const linkDays = 30

/** The request header a guest's link comes in, on the calls that allow `guest`. */
export const guestLinkHeader = 'x-guest-link'
