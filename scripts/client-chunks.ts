type Module = {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}
type Context = { getModuleInfo: (id: string) => Module | null }
type Imports = Set<string>

type Parts = {
  /** What every page of the app starts with. */
  app: string
  /** The table of its screens. */
  routes: string
  /** What loads next to nothing: what it imports stays in files of its own. */
  pages: string
  /** The screens that people open first, whose first load counts. */
  first: readonly string[]
}

/**
 * Puts what `app` imports into one file, and what the same ones of the `first` screens import into one each, instead of
 * into a hundred small ones. What one of them shares with other screens goes with what it shares with the same rooms of
 * screens, customers' or the office's.
 */
export function clientChunks({ app, routes, pages, first }: Parts) {
  let sets: { app: Imports; pages: Imports; first: Imports[]; rooms: [string, Imports][] }
  return (id: string, context: Context): string | null => {
    sets ??= {
      app: importsOf(app, context),
      pages: importsOf(pages, context),
      first: first.map((screen) => importsOf(screen, context)),
      rooms: roomsOf(otherScreens(routes, first, context), context),
    }
    if (sets.pages.has(id)) return sets.app.has(id) ? 'base' : null
    const users = sets.first.flatMap((of, at) => (of.has(id) ? [at] : []))
    // What most of them need is not worth a file of its own for a few hundred bytes.
    if (sets.app.has(id) || users.length >= first.length - 2) return 'shell'
    if (users.length === 0) return null
    const name = `part-${users.join('')}`
    if (users.length > 1) return name
    const rooms = sets.rooms.flatMap(([room, of]) => (of.has(id) ? [room] : []))
    return rooms.length > 0 ? [name, ...rooms].join('-') : null
  }
}

const otherScreens = (routes: string, first: readonly string[], context: Context) =>
  (context.getModuleInfo(routes)?.dynamicallyImportedIds ?? []).filter((id) => !first.includes(id))

/** What the screens of each folder import together. */
function roomsOf(screens: readonly string[], context: Context): [string, Imports][] {
  const rooms = Map.groupBy(screens, (screen) => screen.split('/').at(-2) ?? '')
  return [...rooms].map(([room, ids]) => [
    room,
    new Set(ids.flatMap((id) => [...importsOf(id, context)])),
  ])
}

function importsOf(entry: string, context: Context): Imports {
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
