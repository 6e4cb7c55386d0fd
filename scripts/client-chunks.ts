type Module = {
  code: string | null
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
}
type Context = { getModuleInfo: (id: string) => Module | null }
type Imports = Set<string>

type Parts = {
  /** The entry module of every page of the app. */
  app: string
  /** The table of its screens. */
  routes: string
  /** The entry of the small public pages, whose imports stay in files of their own. */
  pages: string
  /** The screens users open first, whose first load counts. */
  first: readonly string[]
}

/** Characters of source. Shared code smaller than this is not worth a file, so every page loads it. */
const smallestFile = 2500

/**
 * Groups modules into chunks: one for the imports of `app`, and one for each set of `first` screens that share modules,
 * instead of a hundred small files. A screen's imports that other screens share too form a chunk per screen: one for those
 * shared only within its own room, one for the rest.
 */
export function clientChunks({ app, routes, pages, first }: Parts) {
  let sets: { app: Imports; pages: Imports; first: Imports[]; rooms: [string, Imports][] }
  let sizes: Map<string, number>
  return (id: string, context: Context): string | null => {
    sets ??= {
      app: importsOf(app, context),
      pages: importsOf(pages, context),
      first: first.map((screen) => importsOf(screen, context)),
      rooms: roomsOf(otherScreens(routes, first, context), context),
    }
    if (sets.pages.has(id)) return sets.app.has(id) ? 'base' : null
    const usersOf = (module: string) =>
      sets.first.flatMap((of, at) => (of.has(module) ? [at] : [])).join('')
    sizes ??= sizesOf(new Set(sets.first.flatMap((of) => [...of])), usersOf, context)
    const users = usersOf(id)
    // Modules that most of them use are not worth a file to save a few hundred bytes.
    if (sets.app.has(id) || users.length >= first.length - 2) return 'shell'
    if (users.length === 0) return null
    const name = `part-${users}`
    if (users.length > 1) return (sizes.get(users) ?? 0) < smallestFile ? 'shell' : name
    const rooms = sets.rooms.flatMap(([room, of]) => (of.has(id) ? [room] : []))
    if (rooms.length === 0) return null
    const isOwn = rooms.length === 1 && rooms[0] === roomOf(first[Number(users)] ?? '')
    return `${name}-${isOwn ? rooms[0] : 'others'}`
  }
}

/** The amount of code for each combination of users. */
function sizesOf(
  ids: Imports,
  usersOf: (id: string) => string,
  context: Context,
): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const id of ids) {
    const users = usersOf(id)
    const size = context.getModuleInfo(id)?.code?.length ?? 0
    sizes.set(users, (sizes.get(users) ?? 0) + size)
  }
  return sizes
}

const otherScreens = (routes: string, first: readonly string[], context: Context) =>
  (context.getModuleInfo(routes)?.dynamicallyImportedIds ?? []).filter((id) => !first.includes(id))

const roomOf = (screen: string) => screen.split('/').at(-2) ?? ''

/** The joint imports of each folder's screens. */
function roomsOf(screens: readonly string[], context: Context): [string, Imports][] {
  const rooms = Map.groupBy(screens, roomOf)
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
