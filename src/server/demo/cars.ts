import type { VehicleFacts } from '#server/features/vehicles/match-engine.ts'

/** What decoding a demo car's VIN would return; its oil is derived from this as for any customer. */
export type DemoCar = VehicleFacts & {
  model: string
  year: number
  displacementL: number
  cylinders: number
  engineLayout: string
}

type Engine = [litres: number, layout: 'I' | 'V' | 'H', cylinders: number]

const layouts = { I: 'In-Line', V: 'V-Shaped', H: 'Horizontally opposed (boxer)' }

function car(
  year: number,
  make: string,
  model: string,
  [displacementL, layout, cylinders]: Engine,
  more: Partial<VehicleFacts> = {},
): DemoCar {
  const engineLayout = layouts[layout]
  return {
    year,
    make,
    model,
    displacementL,
    cylinders,
    engineLayout,
    fuel: 'Gasoline',
    turbo: false,
    ...more,
  }
}

const turbo = { turbo: true }

export const mainCars: DemoCar[] = [
  car(2018, 'Toyota', 'Camry', [2.5, 'I', 4], { trim: 'SE' }),
  car(2021, 'Ford', 'F-150', [3.5, 'V', 6], { trim: 'XLT', ...turbo }),
  car(2015, 'Honda', 'CR-V', [2.4, 'I', 4], { trim: 'EX-L' }),
]

export const familyCars: DemoCar[] = [
  car(2019, 'Honda', 'Civic', [2.0, 'I', 4], { trim: 'LX' }),
  car(2016, 'Toyota', 'Corolla', [1.8, 'I', 4], { trim: 'LE' }),
  car(2020, 'Subaru', 'Outback', [2.5, 'H', 4], { trim: 'Premium' }),
  car(2017, 'Chevrolet', 'Silverado 1500', [5.3, 'V', 8], { trim: 'LT' }),
  car(2014, 'Nissan', 'Altima', [2.5, 'I', 4], { trim: 'S' }),
  car(2022, 'Toyota', 'RAV4', [2.5, 'I', 4], { trim: 'XLE' }),
  car(2013, 'Ford', 'Escape', [1.6, 'I', 4], { trim: 'SE', ...turbo }),
  car(2018, 'Mazda', 'CX-5', [2.5, 'I', 4], { trim: 'Touring' }),
  car(2012, 'Honda', 'Accord', [2.4, 'I', 4], { trim: 'EX' }),
  car(2019, 'Jeep', 'Wrangler', [3.6, 'V', 6], { trim: 'Sport' }),
  car(2008, 'Toyota', 'Tacoma', [4.0, 'V', 6], { trim: 'PreRunner' }),
  car(2021, 'Hyundai', 'Tucson', [2.0, 'I', 4], { trim: 'SEL' }),
  car(2016, 'BMW', '328i', [2.0, 'I', 4], turbo),
  car(2023, 'Kia', 'Sportage', [2.5, 'I', 4], { trim: 'LX' }),
  car(2011, 'Chevrolet', 'Malibu', [2.4, 'I', 4], { trim: 'LS' }),
  car(2020, 'Ram', '1500', [5.7, 'V', 8], { trim: 'Big Horn' }),
  car(2017, 'Volkswagen', 'Jetta', [1.4, 'I', 4], { trim: 'S', ...turbo }),
  car(2015, 'Subaru', 'Forester', [2.5, 'H', 4], { trim: '2.5i' }),
  car(2006, 'Toyota', 'Camry', [2.4, 'I', 4], { trim: 'LE' }),
  car(2019, 'Nissan', 'Rogue', [2.5, 'I', 4], { trim: 'SV' }),
  car(2018, 'GMC', 'Sierra 1500', [5.3, 'V', 8], { trim: 'SLE' }),
  car(2022, 'Honda', 'CR-V', [1.5, 'I', 4], { trim: 'EX', ...turbo }),
  car(2014, 'Toyota', 'Prius', [1.8, 'I', 4], { trim: 'Two' }),
  car(2010, 'Ford', 'Fusion', [2.5, 'I', 4], { trim: 'SE' }),
]

export const fleetCars: DemoCar[] = [
  car(2019, 'Ford', 'Transit', [3.7, 'V', 6]),
  car(2020, 'Chevrolet', 'Express 2500', [6.0, 'V', 8]),
  car(2018, 'Ram', '2500', [6.7, 'I', 6], { fuel: 'Diesel', turbo: true }),
  car(2021, 'Ford', 'F-250', [6.7, 'V', 8], { fuel: 'Diesel', turbo: true }),
  car(2017, 'Nissan', 'NV200', [2.0, 'I', 4]),
  car(2016, 'Toyota', 'Tacoma', [3.5, 'V', 6]),
]
