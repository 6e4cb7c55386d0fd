/** Names as short as PORT are a letter away from other programs' names. */
const shortestMisspelt = 7

/** The known name within one or two letters of a misspelled one. */
export const closestName = (name: string, known: readonly string[]): string | undefined =>
  name.length < shortestMisspelt
    ? undefined
    : known.find((one) => one.length >= shortestMisspelt && isNearly(name, one))

/** Whether one letter (two in a long name) is missing, extra or different. */
function isNearly(written: string, meant: string): boolean {
  const most = meant.length > 8 ? 2 : 1
  if (Math.abs(written.length - meant.length) > most) return false
  let row = Array.from({ length: meant.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...written].entries()) {
    const above = row
    row = [at + 1]
    for (const [index, other] of [...meant].entries())
      row.push(
        Math.min(
          (above[index] ?? 0) + (letter === other ? 0 : 1),
          (above[index + 1] ?? 0) + 1,
          (row[index] ?? 0) + 1,
        ),
      )
  }
  return (row.at(-1) ?? 0) <= most
}
