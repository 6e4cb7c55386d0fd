type Context = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/**
 * Puts all that `app` imports, and that any of its pages therefore loads first, into one file instead of thirty.
 * What `pages` imports too stays out of it: the public pages load next to nothing.
 */
export function shellChunk(app: string, pages: string) {
  let sets: { app: Set<string>; pages: Set<string> } | undefined
  return (id: string, context: Context): string | null => {
    sets ??= { app: importsOf(app, context), pages: importsOf(pages, context) }
    return sets.app.has(id) && !sets.pages.has(id) ? 'shell' : null
  }
}

function importsOf(entry: string, context: Context): Set<string> {
  const found = new Set<string>()
  const visit = (id: string): void => {
    if (found.has(id)) return
    found.add(id)
    context.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  visit(entry)
  found.delete(entry)
  return found
}
