/**
 * Battery-only models by make, from NHTSA's data; each is the beginning of a model's name in lower-case words. The words
 * after it distinguish a model also sold with an engine (XC40, Niro).
 */
const batteryOnly: Record<string, RegExp> = {
  acura: /^zdx/,
  audi: /^((rs|s) )?e tron|^s?q[46]\b|^(a6|s6|s?q8) (sportback )?e tron/,
  bmw: /^(activee|i[457]|ix\d?)\b/,
  brightdrop: /^/,
  cadillac: /^(celestiq|escalade iql?|lyriq|optiq|vistiq)\b/,
  canoo: /^/,
  chevrolet: /^(bolt|brightdrop)\b/,
  fiat: /^500e/,
  byd: /^(?!.*\b(dm|dm ?i|dm ?p|shark|hybrid)\b)/,
  dodge: /^charger daytona/,
  fisker: /^(?!karma)/,
  ford: /^(mustang )?mach e\b|^f ?150 lightning|^e transit/,
  genesis: /^gv60/,
  honda: /^prologue/,
  hyundai: /^ioniq ?[569]/,
  jaguar: /^i pace/,
  jeep: /^(wagoneer s|recon)$/,
  kia: /^ev\d/,
  lexus: /^rz/,
  lordstown: /^/,
  lotus: /^(eletre|emeya|evija)\b/,
  lucid: /^/,
  mazda: /^mx ?30/,
  mercedesbenz: /^eq[abcesv]|^esprinter/,
  mini: /^(cooper|hardtop) se\b(?!.*(all4|countryman))/,
  mitsubishi: /^i miev/,
  nissan: /^(leaf|ariya|altra)\b/,
  polestar: /^(?!(polestar |ps ?)?(1|one)\b)/,
  porsche: /^taycan/,
  rivian: /^/,
  rollsroyce: /^spectre/,
  smart: /^eq/,
  subaru: /^(solterra|trailseeker|uncharted)\b/,
  tesla: /^/,
  toyota: /^bz/,
  vinfast: /^/,
  volkswagen: /^id ?([3-7]|buzz)|^e golf/,
  volvo: /^(c40|ec40|ex\d\d|es90|xc40 recharge)\b/,
}

/** Names used earlier for cars with an engine. */
const firstYears: [make: string, name: RegExp, year: number][] = [
  ['acura', /^zdx/, 2024],
  ['dodge', /^charger daytona/, 2024],
  ['ford', /lightning/, 2022],
]

const otherSpellings: Record<string, string> = {
  chevy: 'chevrolet',
  vw: 'volkswagen',
  mercedes: 'mercedesbenz',
}

/** Company words after the make: "Tesla Motors, Inc.". */
const companyWords =
  /( (motors?|inc|incorporated|automotive|auto|company|co|corp|corporation|llc|ltd|group|usa|america))+$/

const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Whether a vehicle known only by name is sold as battery electric only. */
export function isKnownElectric(make: string, model: string, year?: number): boolean {
  const name = words(model)
  const plain = words(make).replace(companyWords, '').replaceAll(' ', '')
  const maker = otherSpellings[plain] ?? plain
  const older = firstYears.some(
    ([of, names, first]) => of === maker && names.test(name) && (year ?? first) < first,
  )
  if (older) return false
  // "Kona Electric" and "Niro EV", but no "Plug-In Hybrid Electric".
  if (/\b(ev|bev|electric|electrified)\b/.test(name) && !/\b(p?hev|hybrid|plug)\b/.test(name))
    return true
  return batteryOnly[maker]?.test(name) ?? false
}
