type Module = {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}
type Context = { getModuleInfo: (id: string) => Module | null }

type Parts = {
  /** What every page of the app starts with. */
  app: string
  /** What loads next to nothing: what it imports stays in files of its own. */
  pages: string
  /** The screens that people open first, whose first load counts. */
  first: readonly string[]
}

/**
 * Puts into one file what `app` imports, and into one file each what the same of the `first` screens import, instead of
 * into a hundred small ones: none of them loads a line that it does not import.
 */
export function clientChunks({ app, pages, first }: Parts) {
  let sets: { app: Set<string>; pages: Set<string>; first: Set<string>[] } | undefined
  return (id: string, context: Context): string | null => {
    sets ??= {
      app: importsOf(app, context),
      pages: importsOf(pages, context),
      first: first.map((screen) => importsOf(screen, context)),
    }
    if (sets.pages.has(id)) return sets.app.has(id) ? 'base' : null
    const users = sets.first.flatMap((of, at) => (of.has(id) ? [at] : []))
    // What most of them need is not worth a file of its own for a few hundred bytes.
    if (sets.app.has(id) || users.length >= first.length - 2) return 'shell'
    return users.length > 0 ? `part-${users.join('')}` : null
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
