/** The address of a file of what is listed: the same filters, search and order. */
export function exportUrl(path: string, shown: Record<string, string | undefined>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(shown)) if (value) query.set(name, value)
  return query.size > 0 ? `${path}?${query}` : path
}
