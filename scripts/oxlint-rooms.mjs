// The rule of which room of src/ may import which (docs/map.md). An oxlint plugin rather than patterns on import texts,
// because it resolves a path to its room: alias or relative, `import`, `export from` or `import()`.
import { basename, dirname, posix } from 'node:path'

const anyPackage = /./
const noPackage = /(?!)/
const browserPackage = /^(?!node:)/
const look =
  /^(react|react-dom|radix-ui|clsx|class-variance-authority|lucide-react|react-day-picker|leaflet|wouter)(\/|$)/

/** Imports allowed in every server room: errors, which are thrown anywhere, and the base. */
const everywhere = [
  'server/http/errors.ts',
  ...[
    'business-time',
    'claimed-time',
    'clock',
    'config',
    'current-settings',
    'stored-backups',
    'language',
    'log',
    'owner-spanish',
    'phone-numbers',
    'readiness',
    'root',
    'site-address',
    'span',
    'tokens',
    'wall-clock',
  ].map((name) => `server/base/${name}.ts`),
]

/** First match wins. `rooms` are starts of paths below src/, besides the room's own folder. */
const rooms = [
  // Rules contain labels and refusals, so they import the function that marks a text for translation.
  {
    room: 'shared/rules/',
    rooms: ['shared/texts/t.ts', 'shared/texts/clock.ts'],
    packages: noPackage,
  },
  { room: 'shared/texts/', rooms: [], packages: noPackage },
  { room: 'shared/contract/', rooms: ['shared/'], packages: /^zod(\/|$)/ },

  {
    room: 'server/features/*/',
    rooms: [
      'shared/',
      'server/events/',
      'server/reads/',
      'server/database/',
      'server/queue/',
      'server/http/',
      'server/sessions/',
      'server/idempotency/stored-answers.ts',
      ...everywhere,
    ],
    packages: anyPackage,
  },
  // Effects of events. They read from features, and call no verb that emits events itself.
  {
    room: 'server/events/',
    rooms: ['shared/', 'server/database/', 'server/reads/', 'server/features/', ...everywhere],
    packages: anyPackage,
  },
  // Visits, their costs and the people around them, read the same way by every feature.
  {
    room: 'server/reads/',
    rooms: [
      'shared/',
      'server/database/',
      'server/http/paging.ts',
      'server/adapters/services.ts',
      ...everywhere,
    ],
    packages: /^(drizzle-orm|ical-generator|node:timers\/promises)$/,
  },
  { room: 'server/base/', rooms: ['shared/rules/', 'shared/texts/'], packages: anyPackage },
  { room: 'server/database/', rooms: ['shared/rules/', ...everywhere], packages: anyPackage },
  {
    room: 'server/adapters/',
    rooms: ['shared/rules/', 'shared/texts/', ...everywhere],
    packages: anyPackage,
  },
  { room: 'server/http/', rooms: ['shared/', ...everywhere], packages: anyPackage },
  {
    room: 'server/queue/',
    rooms: ['shared/rules/', 'server/database/', ...everywhere],
    packages: anyPackage,
  },
  {
    room: 'server/sessions/',
    rooms: ['shared/rules/', 'server/database/', 'server/http/', ...everywhere],
    packages: anyPackage,
  },
  {
    room: 'server/idempotency/',
    rooms: ['shared/texts/', 'server/database/', 'server/queue/', 'server/http/', ...everywhere],
    packages: anyPackage,
  },
  // Messages received over a socket call the features' verbs, and those sent come from the events.
  {
    room: 'server/websocket/',
    rooms: [
      'shared/',
      'server/events/',
      'server/reads/',
      'server/features/',
      'server/http/',
      'server/sessions/',
      ...everywhere,
    ],
    packages: anyPackage,
  },
  {
    room: 'server/site/',
    rooms: ['shared/', 'server/http/', 'server/sessions/', ...everywhere],
    packages: anyPackage,
  },
  {
    room: 'server/backup/',
    rooms: [
      'shared/texts/',
      'server/adapters/photos/',
      'server/database/',
      'server/http/',
      'server/queue/',
      ...everywhere,
    ],
    packages: anyPackage,
  },
  {
    room: 'server/monitoring/',
    rooms: ['server/database/', 'server/queue/', 'server/http/', ...everywhere],
    packages: anyPackage,
  },
  // Initial data is created by the features' own verbs.
  { room: 'server/reference/', rooms: ['shared/', 'server/'], packages: anyPackage },
  { room: 'server/demo/', rooms: ['shared/', 'server/'], packages: anyPackage },
  { room: 'server/*', rooms: ['shared/', 'server/'], packages: anyPackage },

  { room: 'client/ui/', rooms: ['shared/texts/'], packages: look },
  { room: 'client/brand/', rooms: ['shared/', 'client/ui/'], packages: look },
  { room: 'client/app/', rooms: ['shared/', 'client/ui/'], packages: browserPackage },
  {
    room: 'client/features/*/',
    rooms: ['shared/', 'client/ui/', 'client/brand/', 'client/app/'],
    packages: browserPackage,
  },
  {
    room: 'client/screens/',
    rooms: ['shared/', 'client/ui/', 'client/brand/', 'client/app/', 'client/features/'],
    packages: browserPackage,
  },
  { room: 'client/*', rooms: ['shared/', 'client/'], packages: browserPackage },
]

/** The files that put everything together; nothing else may import them. */
const composers = [
  'server/main.ts',
  'server/admin.ts',
  'server/photos.ts',
  'server/backup.ts',
  'server/restore.ts',
  'server/transfer.ts',
  'client/main.tsx',
  'client/routes.tsx',
]

/** Rooms with a single importable file. */
const doors = { 'server/sessions/': 'server/sessions/sessions.ts' }

/** A feature may import only from features further down; features not listed rank above all of these. */
const downhill = [
  'companies',
  'waitlist',
  'receipts',
  'guests',
  'settings',
  'setup',
  'customers',
  'contact',
  'booking',
  'technicians',
  'reviews',
  'inspections',
  'photos',
  'promotions',
  'jobs',
  'conversation',
  'recommendations',
  'vehicles',
  'payments',
  'catalog',
  'accounts',
  'notifications',
  'service-area',
  'changes',
]

const toPattern = (start) =>
  new RegExp(
    `^${start.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}${start.endsWith('/') ? '' : '$'}`,
  )
const table = rooms.map((entry) => ({
  ...entry,
  own: toPattern(entry.room),
  others: entry.rooms.map(toPattern),
}))

const belowSource = (path) =>
  /(?:^|\/)src\/((?:shared|server|client)\/.*)$/.exec(path.replaceAll('\\', '/'))?.[1]
const featureOf = (path) => /^server\/features\/([^/]+)\/(.*)$/.exec(path)
/** A test, or a helper of tests (`test-database.ts`). */
const isTest = (path) => /\.test\.tsx?$|\/test-[a-z-]+\.tsx?$/.test(path)

function refuseFeature(from, to) {
  const [, feature, file] = to
  if (file !== 'queries.ts' && !file.startsWith('queries/') && !file.startsWith('actions/'))
    return `another feature shows only its queries.ts and its actions/, not ${file}`
  if (downhill.indexOf(feature) > downhill.indexOf(from)) return undefined
  return `${from} may not import from ${feature}; imports go downhill: ${downhill.join(' → ')}`
}

function refusePath(from, to) {
  if (isTest(from)) {
    const side = dirname(from).split('/')[0]
    return to.startsWith('shared/') || to.startsWith(`${side}/`)
      ? undefined
      : `a test of the ${side} stays with the ${side}`
  }
  if (composers.includes(to) && !composers.includes(from))
    return `${basename(to)} composes the rooms and must not be imported`
  const entry = table.find(({ own }) => own.test(from))
  if (!entry) return `${from} is in no room; the rooms are in scripts/oxlint-rooms.mjs`
  const [ownFolder] = entry.own.exec(from)
  if (entry.room.endsWith('/') && to.startsWith(ownFolder)) return undefined
  const shut = Object.entries(doors).find(([room, door]) => to.startsWith(room) && to !== door)
  if (shut) return `${shut[0]} is entered through ${shut[1]} only, not ${to}`
  if (entry.others.some((pattern) => pattern.test(to))) return undefined
  const [feature, otherFeature] = [featureOf(from), featureOf(to)]
  if (feature && otherFeature) return refuseFeature(feature[1], otherFeature)
  if (feature && /^server\/adapters\/([^/]+\/port|services)\.ts$/.test(to)) return undefined
  return `${entry.room} may not import ${to}`
}

/**
 * A feature's reads are in queries.ts, and in queries/ once that would pass about 300 lines. Those that lock rows, or belong
 * to one statement with what they write, are in its actions/, the payment orchestrator or tasks.ts.
 */
const mayQuery =
  /^server\/features\/[^/]+\/(queries\.ts|tasks\.ts|(queries|actions|orchestrator)\/)/

/** The reason why a file may not import these names of the database: it holds reads that belong elsewhere. */
const refuseReads = (from, to, names) =>
  featureOf(from) &&
  !isTest(from) &&
  !mayQuery.test(from) &&
  to.endsWith('server/database/database.ts') &&
  names.some((name) => ['db', 'queryRow', 'queryRows'].includes(name))
    ? "a feature's reads are in its queries.ts or queries/, with locks in actions/"
    : undefined

/** The same by a file's name. */
export const refuseName = (path) =>
  /^server\/features\/[^/]+\/(count|find|load|read|search)(-[^/]*)?\.ts$/.test(path)
    ? "a feature's reads are in its queries.ts or queries/"
    : undefined

/** The reason why the file at `from` may not import `specifier`, or undefined if it may. Paths start below src/. */
export function refuse(from, specifier) {
  const alias = /^#(shared|server|client)\//.test(specifier)
  if (alias) return refusePath(from, specifier.slice(1))
  if (specifier.startsWith('.')) {
    const to = posix.join(dirname(from), specifier.replace(/\?.*$/, ''))
    if (!to.startsWith('..')) return refusePath(from, to)
    return isTest(from) ? undefined : `${specifier} leaves src/`
  }
  const entry = isTest(from) ? undefined : table.find(({ own }) => own.test(from))
  return !entry || entry.packages.test(specifier)
    ? undefined
    : `${entry.room} may not import the package ${specifier}`
}

const arrows = {
  create(context) {
    const from = belowSource(context.filename)
    if (!from) return {}
    const misnamed = refuseName(from)
    if (misnamed) return { Program: (node) => context.report({ node, message: misnamed }) }
    const check = (source, names = []) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return
      const message = refuse(from, source.value) ?? refuseReads(from, source.value, names)
      if (message) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: ({ source, specifiers }) =>
        check(
          source,
          specifiers.map(({ imported }) => imported?.name),
        ),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source),
    }
  },
}

export default { meta: { name: 'rooms' }, rules: { arrows } }
