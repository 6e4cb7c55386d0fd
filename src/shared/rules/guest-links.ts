/** A guest's link opens its visit until this many days after the visit's start, and while its invoice is open. */
export const linkDays = 30
