import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printFigure } from './report.ts'

export type Chunk = { file: string; imports?: string[] }

const folder = join(import.meta.dirname, '../dist/client')

/** Files of scripts that load with `names` and nothing lazy: their static imports, each once. */
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

const routes = [
  { what: 'landing', names: ['public.html'], atMost: 15 },
  { what: 'booking', names: screen('customer/booking'), atMost: 98 },
  { what: 'guest booking', names: screen('public/guest-booking'), atMost: 100 },
  { what: 'customer home', names: screen('customer/home'), atMost: 95 },
  { what: 'technician job', names: screen('technician/job'), atMost: 105 },
  { what: 'admin home', names: screen('admin/home'), atMost: 105 },
]

/** JavaScript that a browser loads before anybody interacts, as the server sends it compressed with gzip. */
export function measureClient(): void {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const kilobytes = (names: string[]) =>
    filesOf(manifest, names).reduce(
      (sum, file) => sum + readFileSync(join(folder, `${file}.gz`)).length / 1000,
      0,
    )
  for (const { what, names, atMost } of routes)
    printFigure({
      what: `${what}: JavaScript before interaction, gzip`,
      value: kilobytes(names),
      unit: 'kB',
      goal: { atMost },
    })
}
