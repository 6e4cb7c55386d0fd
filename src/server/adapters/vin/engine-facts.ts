import { isKnownElectric } from '#shared/rules/electric-cars.ts'
import type { DecodedVin, DerivableField } from './port.ts'
import { element, type Fact } from './vpic-database.ts'

type Engine = Pick<
  DecodedVin,
  | 'make'
  | 'model'
  | 'year'
  | 'trim'
  | 'displacementL'
  | 'cylinders'
  | 'engineModel'
  | 'turbo'
  | 'fuel'
  | 'secondFuel'
  | 'electrification'
  | 'derived'
> & { remark?: string }

/** The data's usual values for an "engine NAME" or a "make NAME LITERS". */
type UsualFacts = (subject: string) => Fact[]

// Makes whose engine codes contain the displacement: J30A4, VQ35DE, EJ25, N52B30.
const codedMakes: Record<string, RegExp> = {
  honda: /^[A-Z](\d\d)[A-Z]/,
  acura: /^[A-Z](\d\d)[A-Z]/,
  nissan: /^[A-Z]{2}(\d\d)(?:[A-Z]|$)/,
  infiniti: /^[A-Z]{2}(\d\d)(?:[A-Z]|$)/,
  volvo: /^[BD]\d(\d\d)/,
  subaru: /^(?:EJ|FA|FB|EZ|EG)(\d\d)/,
  bmw: /^[A-Z]\d\dB(\d\d)/,
  mini: /^[A-Z]\d\dB(\d\d)/,
}

/** Fills displacement, cylinders, fuel, turbo and electrification where the data lacks them. */
export function deriveEngineFacts<T extends Engine>(decoded: T, usual: UsualFacts): T {
  const full: T = { ...decoded, derived: [...decoded.derived] }
  const set = <F extends Exclude<DerivableField, 'model'>>(field: F, value: T[F] | undefined) => {
    if (full[field] !== undefined || value === undefined) return
    full[field] = value
    full.derived.push(field)
  }
  const name = decoded.engineModel ?? ''
  if (isKnownElectric(decoded.make, decoded.model ?? '', decoded.year)) set('fuel', 'Electric')
  if (full.fuel !== 'Electric' || full.secondFuel) {
    const byEngine = name ? usual(`engine ${name}`) : []
    set(
      'displacementL',
      litresInName(decoded.make, name) ?? number(byEngine, element.displacementL),
    )
    const litres = full.displacementL
    const byMake = litres === undefined ? [] : usual(`make ${decoded.make} ${litres.toFixed(1)}`)
    set('cylinders', cylindersInName(decoded.make, name) ?? number(byEngine, element.cylinders))
    set('cylinders', number(byMake, element.cylinders) ?? cylindersBySize(litres))
    set('fuel', text(byEngine, element.fuel) ?? text(byMake, element.fuel))
  }
  if (saysTurbo(decoded)) set('turbo', true)
  set('electrification', electrificationOf(full, decoded.remark))
  return full
}

const text = (facts: Fact[], wanted: number) => facts.find((fact) => fact.element === wanted)?.value
const number = (facts: Fact[], wanted: number) => {
  const value = Number(text(facts, wanted))
  return value > 0 ? value : undefined
}

function litresInName(make: string, engineModel: string): number | undefined {
  const written = /(?<![\d.])(\d\.\d)\s?-?(?:L\b|liter|litre)/i.exec(engineModel)?.[1]
  if (written) return Number(written)
  const tenths = codedMakes[make.toLowerCase()]?.exec(engineModel)?.[1]
  const litres = Number(tenths) / 10
  return litres >= 0.6 && litres <= 6.5 ? litres : undefined
}

function cylindersInName(make: string, engineModel: string): number | undefined {
  const volvo = make === 'Volvo' ? /^[BD]([4-8])\d\d/.exec(engineModel) : null
  if (volvo) return Number(volvo[1])
  const written = /(?<![A-Z0-9])(?:V|I|L|H|W|FLAT)[- ]?(3|4|5|6|8|10|12)(?![0-9.A-Z])/i.exec(
    engineModel,
  )
  return written ? Number(written[1]) : undefined
}

function cylindersBySize(litres: number | undefined): number | undefined {
  if (litres === undefined) return undefined
  return litres <= 2.5 ? 4 : litres <= 4.3 ? 6 : 8
}

function saysTurbo(engine: Engine): boolean {
  const named = /turbo|ecoboost|\bGTDI\b|\bT-?GDI\b|\bTF?SI\b|\bTDI\b|\b\d\.\dT\b/i
  // A trim that lists several variants says nothing about this one.
  const trim = /[,/]/.test(engine.trim ?? '') ? '' : (engine.trim ?? '')
  return engine.remark === 'Turbo' || named.test(engine.engineModel ?? '') || named.test(trim)
}

function electrificationOf(engine: Engine, remark: string | undefined): Engine['electrification'] {
  const { fuel, secondFuel, displacementL } = engine
  if (/fuel cell|hydrogen/i.test(fuel ?? '')) return 'FCEV'
  if (fuel === 'Electric') return secondFuel || displacementL ? 'PHEV' : 'BEV'
  return secondFuel === 'Electric' || remark === 'Hybrid' ? 'HEV' : undefined
}
