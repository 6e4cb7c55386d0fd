import { DatabaseSync } from 'node:sqlite'

/** vPIC's element numbers of the facts in the extract. */
export const element = {
  cylinders: 9,
  displacementCc: 11,
  displacementCi: 12,
  displacementL: 13,
  engineModel: 18,
  fuel: 24,
  grossWeight: 25,
  model: 28,
  series: 34,
  trim: 38,
  engineLayout: 64,
  secondFuel: 66,
  electrification: 126,
  otherEngineInfo: 129,
  turbo: 135,
} as const

export type Wmi = { type: string; year_rule: 0 | 1; make: string | null }
export type Match = { element: number; keys: string; value: string; make: string | null }
export type Fact = { element: number; value: string }

export type VpicDatabase = ReturnType<typeof openVpicDatabase>

/** Opens the unpacked extract read-only and prepares its queries. */
export function openVpicDatabase(path: string) {
  const db = new DatabaseSync(path, { readOnly: true })
  const wmi = db.prepare('select type, year_rule, make from wmi where wmi = ?')
  // NHTSA's order: the schema that starts latest, then the newest pattern, then the shortest key.
  const matches = db.prepare(`
    select p.element, p.keys, coalesce(m.name, v.text) as value, m.make
    from wmi_schema s
    join pattern p on p.schema = s.schema
    left join model m on p.element = ${element.model} and m.id = p.value
    left join value v on p.element <> ${element.model} and v.id = p.value
    where s.wmi = ?1 and ?2 between s.year_from and s.year_to and ?3 glob p.keys || '*'
    order by s.year_from desc, p.changed desc, length(replace(p.keys, '?', '')), p.keys`)
  const engine = db.prepare(
    'select element, value from engine where name = ? order by changed desc',
  )
  const usual = db.prepare('select element, value from usual where subject = ?')
  return {
    findWmi: (code: string) => wmi.get(code) as Wmi | undefined,
    findMatches: (code: string, year: number, keys: string) =>
      matches.all(code, year, keys) as Match[],
    findEngine: (name: string) => engine.all(name.trim().toLowerCase()) as Fact[],
    findUsual: (subject: string) => usual.all(subject.toLowerCase()) as Fact[],
    close: () => db.close(),
  }
}
