/**
 * A function that hands on at once what it is called with, and then, while more keeps coming, all that came since every
 * `ms`: a screen that shows a busy day is loaded again a few times a second at most, and never misses the last change.
 */
export function coalesceUpdates<Update>(
  ms: number,
  handOn: (updates: Update[]) => void,
): (update: Update) => void {
  let waiting: Update[] | undefined
  const rest = () => {
    waiting = []
    setTimeout(() => {
      const came = waiting ?? []
      waiting = undefined
      if (came.length === 0) return
      rest()
      handOn(came)
    }, ms)
  }
  return (update) => {
    if (waiting) return void waiting.push(update)
    rest()
    handOn([update])
  }
}
