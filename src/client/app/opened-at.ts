/** Path at which this document was opened: what its headers allow holds until it is loaded anew. */
export function openedAt(): string {
  const [document] = performance.getEntriesByType('navigation')
  return document ? new URL(document.name).pathname : location.pathname
}
