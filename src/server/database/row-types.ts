/** How both engines read column types: counts as Number, dates as 'YYYY-MM-DD'. */
export const rowTypes = {
  /** int8 */ 20: Number,
  /** numeric */ 1700: Number,
  /** date */ 1082: (text: string) => text,
} satisfies Record<number, (text: string) => unknown>

/** Array type oid → element oid, for a driver that does not derive it. */
export const arrayTypes = { 1016: 20, 1231: 1700, 1182: 1082 } as const
