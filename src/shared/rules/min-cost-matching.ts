/**
 * Gives each row a column of its own so that the costs add up to the least (Hungarian method); needs at least as many columns
 * as rows. Returns each row's column.
 */
export function minCostMatching(costs: readonly (readonly number[])[]): number[] {
  const rows = costs.length
  const columns = costs[0]?.length ?? 0
  // Index 0 stands for "none"; rows and columns count from 1.
  const rowPrice = new Float64Array(rows + 1)
  const columnPrice = new Float64Array(columns + 1)
  const rowOf = new Int32Array(columns + 1)
  const before = new Int32Array(columns + 1)
  for (let row = 1; row <= rows; row++) {
    rowOf[0] = row
    let column = 0
    const least = new Float64Array(columns + 1).fill(Infinity)
    const isSeen = new Uint8Array(columns + 1)
    do {
      isSeen[column] = 1
      const from = rowOf[column] ?? 0
      const line = costs[from - 1] ?? []
      let step = Infinity
      let next = 0
      for (let other = 1; other <= columns; other++) {
        if (isSeen[other]) continue
        const reduced = (line[other - 1] ?? 0) - at(rowPrice, from) - at(columnPrice, other)
        if (reduced < at(least, other)) {
          least[other] = reduced
          before[other] = column
        }
        if (at(least, other) < step) {
          step = at(least, other)
          next = other
        }
      }
      for (let other = 0; other <= columns; other++)
        if (isSeen[other]) {
          const priced = rowOf[other] ?? 0
          rowPrice[priced] = at(rowPrice, priced) + step
          columnPrice[other] = at(columnPrice, other) - step
        } else least[other] = at(least, other) - step
      column = next
    } while (rowOf[column] !== 0)
    while (column !== 0) {
      const previous = before[column] ?? 0
      rowOf[column] = rowOf[previous] ?? 0
      column = previous
    }
  }
  const columnOf = Array.from({ length: rows }, () => -1)
  for (let column = 1; column <= columns; column++)
    if (rowOf[column]) columnOf[(rowOf[column] ?? 0) - 1] = column - 1
  return columnOf
}

const at = (list: Float64Array, index: number) => list[index] ?? 0
