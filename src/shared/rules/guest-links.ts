/** A guest's link opens its visit until this many days after the visit's start. */
export const linkDays = 30
