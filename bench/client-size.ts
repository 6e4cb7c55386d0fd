import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printFigure } from './figures.ts'

export type Chunk = { file: string; imports?: string[] }

const folder = join(import.meta.dirname, '../dist/client')

/** The script files that load with `names`: their static imports, each once, and nothing lazy. */
export function filesOf(manifest: Record<string, Chunk>, names: readonly string[]): string[] {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name)) return
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The built client has no ${name}`)
    seen.add(name)
    chunk.imports?.forEach(visit)
  }
  names.forEach(visit)
  return [...seen].map((name) => manifest[name]?.file ?? '').filter((file) => file.endsWith('.js'))
}

const screen = (name: string) => ['index.html', `src/client/screens/${name}.tsx`]

/** `atMost` is the goal, `holds` the size reached, which may not grow again; scripts only, compressed with gzip. */
export const routes = [
  { what: 'landing', names: ['public.html'], atMost: 15, holds: 6.3 },
  { what: 'booking', names: screen('customer/booking'), atMost: 98, holds: 133.4 },
  { what: 'guest booking', names: screen('public/guest-booking'), atMost: 100, holds: 134.5 },
  { what: 'customer home', names: screen('customer/home'), atMost: 95, holds: 120.2 },
  { what: 'technician job', names: screen('technician/job'), atMost: 105, holds: 128.8 },
  { what: 'admin home', names: screen('admin/home'), atMost: 105, holds: 132.7 },
]

/** The kilobytes a browser loads of these scripts before any interaction, as compressed by the server. */
export function kilobytesOf(names: readonly string[]): number {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  return filesOf(manifest, names).reduce(
    (sum, file) => sum + readFileSync(join(folder, `${file}.gz`)).length / 1000,
    0,
  )
}

export function measureClient(): void {
  for (const { what, names, atMost } of routes)
    printFigure(null, `${what}: JavaScript`, kilobytesOf(names), 'kB', { goal: { atMost } })
}
