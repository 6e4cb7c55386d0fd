const edge = 56
const fastest = 18

/** How many pixels to go on in this frame, for a pointer at `at` between two edges. */
function speed(at: number, from: number, to: number): number {
  if (to - from < edge * 2) return 0
  if (at < from + edge) return -fastest * Math.min(1, (from + edge - at) / edge)
  if (at > to - edge) return fastest * Math.min(1, (at - to + edge) / edge)
  return 0
}

/** Scrolls what is dragged over, one frame: the box where it can, else the page. Answers whether anything moved. */
export function scrollAtEdges(box: Element | null, x: number, y: number): boolean {
  const before = [box?.scrollLeft, box?.scrollTop, window.scrollY].join()
  if (box) {
    const { left, right, top, bottom } = box.getBoundingClientRect()
    box.scrollLeft += speed(x, Math.max(0, left), Math.min(innerWidth, right))
    box.scrollTop += speed(y, Math.max(0, top), Math.min(innerHeight, bottom))
  }
  // Beyond the bar at the top of the page.
  window.scrollBy(0, speed(y, 56, innerHeight))
  return before !== [box?.scrollLeft, box?.scrollTop, window.scrollY].join()
}
