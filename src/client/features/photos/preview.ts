const mostPreviews = 60
const previews = new Map<string, string>()

/** An address of the picture inside this browser; the oldest are given back when there are many. */
export function previewOf(key: string, picture: Blob): string {
  const known = previews.get(key)
  if (known) return known
  const made = URL.createObjectURL(picture)
  previews.set(key, made)
  const [oldest] = previews
  if (previews.size > mostPreviews && oldest) {
    previews.delete(oldest[0])
    URL.revokeObjectURL(oldest[1])
  }
  return made
}
