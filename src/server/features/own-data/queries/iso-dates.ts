type WithIso<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K]
}

/** A row with its dates as ISO strings. */
export function withIsoDates<T extends object>(row: T): WithIso<T> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]),
  ) as WithIso<T>
}
