const flexible = /^(Flexible Fuel|Ethanol|Methanol)/

/** A flexible-fuel engine is a gasoline engine that also takes ethanol. */
export function readFuels(fuel: string | undefined, second: string | undefined) {
  if (fuel && flexible.test(fuel)) return { fuel: 'Gasoline', secondFuel: 'Ethanol (E85)' }
  const secondFuel = second && flexible.test(second) ? 'Ethanol (E85)' : second
  return { fuel, secondFuel: secondFuel === fuel ? undefined : secondFuel }
}

/** vPIC's electrification level without its explanation. */
export function readElectrification(level: string | undefined) {
  const name = /BEV|PHEV|FCEV|HEV/.exec(level ?? '')?.[0]
  return name as 'BEV' | 'PHEV' | 'FCEV' | 'HEV' | undefined
}
