// Makes package-lock.json independent of the registry `npm install` ran against:
//  - adds optional platform packages a mirror did not offer, which `npm ci` would report as "Missing:"
//  - removes download addresses
// Run it after changing dependencies: `npm run lock`. With `--check` it only reports, and exits 1 if something is missing.
import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const lockfilePath = fileURLToPath(new URL('../package-lock.json', import.meta.url))

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/**
 * Reads `{ os, cpu, libc }` from names such as `@oxlint/binding-linux-x64-musl`; undefined if the name contains no
 * processor.
 */
export function platformOf(name) {
  const words = name.split('/').at(-1).split('-')
  const cpu = words.find((word) => processors.includes(word))
  if (!cpu) return undefined
  const os = words.find((word) => systems.includes(word))
  const libc = words.includes('gnu') ? 'glibc' : words.includes('musl') ? 'musl' : undefined
  return { os: os && [os], cpu: [cpu], libc: os === 'linux' && libc ? [libc] : undefined }
}

/** Whether `name`, required from the package at `from`, is in the lockfile (nearest node_modules first). */
function isLocked(packages, from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    if (packages[`${base ? `${base}/` : ''}node_modules/${name}`]) return true
    if (!base.includes('/node_modules/')) return Boolean(packages[`node_modules/${name}`])
  }
}

/** Returns a completed copy of a parsed lockfile and the changes, one line each. */
export function completeLockfile(lockfile) {
  const packages = { ...lockfile.packages }
  const changes = []
  for (const [path, entry] of Object.entries(lockfile.packages)) {
    if (entry.resolved && !entry.link) {
      const { resolved, ...rest } = entry
      packages[path] = rest
      changes.push(`${path}: address ${resolved} dropped`)
    }
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isLocked(packages, path, name)) continue
      const platform = platformOf(name)
      if (!platform)
        throw new Error(`${path} wants ${name}@${version}, whose platform its name does not tell`)
      const { os, cpu, libc } = platform
      const dev = entry.dev ? true : undefined
      packages[`node_modules/${name}`] = { version, cpu, dev, libc, optional: true, os }
      changes.push(`${name}@${version} added for ${path}`)
    }
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { lockfile: { ...lockfile, packages: Object.fromEntries(sorted) }, changes }
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { lockfile, changes } = completeLockfile(JSON.parse(readFileSync(lockfilePath, 'utf8')))
  for (const change of changes) console.log(change)
  if (process.argv.includes('--check')) {
    if (changes.length > 0) console.log('Run `npm run lock` and commit package-lock.json.')
    else console.log(`${Object.keys(lockfile.packages).length} packages, complete`)
    process.exitCode = changes.length > 0 ? 1 : 0
  } else {
    writeFileSync(lockfilePath, `${JSON.stringify(lockfile, null, 2)}\n`)
  }
}
