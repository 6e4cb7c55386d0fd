import { t } from '../texts/t.ts'

type NamedCar = { year: string; make: string; model: string }

/** A car's name as people say it: "2018 Toyota Camry", in Spanish "Toyota Camry 2018". */
export const vehicleName = ({ year, make, model }: NamedCar): string =>
  t('{year} {car}', { year, car: `${make} ${model}` })

/** With the number that a company gave it. */
export const unitAndName = (car: NamedCar & { unitNumber?: string | null | undefined }): string =>
  [car.unitNumber, vehicleName(car)].filter(Boolean).join(' · ')

/** Without the make, where there is little room: "2018 Camry", in Spanish "Camry 2018". */
export const shortVehicleName = ({ year, model }: Omit<NamedCar, 'make'>): string =>
  t('{year} {car}', { year, car: model })

/** The name to store, for `storedVehicleName` to show. */
export const vehicleNameToStore = ({ year, make, model }: NamedCar): string =>
  `${year} ${make} ${model}`

/** A stored vehicle name in the form of `vehicleName`. */
export const storedVehicleName = (stored: string): string =>
  stored.replace(/^(\d{4}) (.+)$/, (_, year: string, car: string) =>
    t('{year} {car}', { year, car }),
  )

const makeNames: Record<string, string> = {
  FIAT: 'Fiat',
  INFINITI: 'Infiniti',
  RAM: 'Ram',
  RIVIAN: 'Rivian',
  SAAB: 'Saab',
}

/** The make's usual spelling; vPIC has some in capitals. */
export function displayMake(make: string): string {
  return makeNames[make.toUpperCase()] ?? make
}

const modelNames: Record<string, string> = {
  'chevrolet astro van': 'Astro',
  'chevrolet geo prizm': 'Prizm',
  'chevrolet s-10 pickup': 'S-10',
  'chrysler town and country': 'Town & Country',
  'gmc jimmy utility': 'Jimmy',
  'gmc s15 pickup': 'S15',
  'mini hardtop': 'Cooper Hardtop',
  'polestar ps2': '2',
  'polestar ps3': '3',
  'polestar ps4': '4',
  'toyota pick-up': 'Pickup',
  'volkswagen golf iii': 'Golf',
}

// Trucks and vans distinguished by weight class, which vPIC keeps in the series.
const byWeightClass: Record<string, Record<string, string>> = {
  chevrolet: {
    silverado: 'Silverado',
    'silverado hd': 'Silverado',
    'silverado ld': 'Silverado',
    'silverado ltd': 'Silverado',
    express: 'Express',
    'c/k pickup': 'C/K',
    'gmt-400': 'C/K',
  },
  gmc: {
    sierra: 'Sierra',
    'sierra hd': 'Sierra',
    'sierra limited': 'Sierra',
    savana: 'Savana',
    'c/k pickup': 'C/K',
    'gmt-400': 'C/K',
  },
  dodge: { ram: 'Ram', 'ram chassis cab': 'Ram', 'ram van': 'Ram Van' },
}
const tons: [RegExp, string][] = [
  [/\b1\/2 ton/i, '1500'],
  [/\b3\/4 ton/i, '2500'],
  [/\b1 ton/i, '3500'],
]

function weightClass(series: string | undefined): string | undefined {
  const number = /[1-6]500(?=W?\b)/.exec(series ?? '')?.[0]
  return number ?? tons.find(([pattern]) => pattern.test(series ?? ''))?.[1]
}

const sentenceCase = (word: string) =>
  /^[A-Z]{5,}$/.test(word) ? word.charAt(0) + word.slice(1).toLowerCase() : word

/** The model's common name, from vPIC's model and series. */
export function displayModel(make: string, model: string, series: string | undefined, vin: string) {
  const makeKey = make.toLowerCase()
  const modelKey = model.toLowerCase()
  const truck = byWeightClass[makeKey]?.[modelKey]
  if (truck) return [truck, weightClass(series) ?? gmWeightClass(truck, vin)].join(' ').trim()
  // One vPIC model for two lengths; position 7 marks the short body.
  if (modelKey === 'caravan/grand caravan') return vin[6] === '5' ? 'Caravan' : 'Grand Caravan'
  return (
    modelNames[`${makeKey} ${modelKey}`] ??
    model
      .replace(/\s*\([^)]*\)\s*$/, '')
      .split(/\s*\/\s*(?=[A-Za-z0-9]{2})|,\s/)[0]!
      .replace(/^(\d{3}) Series$/, '$1')
      .replace(/^(\d{3}i)A$/, '$1')
      .split(' ')
      .map(sentenceCase)
      .join(' ')
  )
}

/** C/K pickups have no series in the data, but position 6 is their weight class. */
function gmWeightClass(truck: string, vin: string): string | undefined {
  return truck === 'C/K' && /[123]/.test(vin[5] ?? '') ? `${vin[5]}500` : undefined
}
