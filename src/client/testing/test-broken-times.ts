/** The times of day on the page that are broken over two lines. */
export function brokenTimes(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { 0: time, index } of (node.textContent ?? '').matchAll(/\d+:\d\d [AP]M/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + time.length)
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(time)
    }
  return broken
}
