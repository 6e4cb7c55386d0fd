/**
 * A function that hands on at once what it is called with, and then, while more keeps coming, all that came since every
 * `ms`: a screen that shows a busy day is loaded again a few times a second at most, and never misses the last change.
 */
export function gatherNews<News>(ms: number, handOn: (news: News[]) => void): (news: News) => void {
  let waiting: News[] | undefined
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
  return (news) => {
    if (waiting) return void waiting.push(news)
    rest()
    handOn([news])
  }
}
