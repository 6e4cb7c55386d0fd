import { plural, t } from '../texts/t.ts'
import { plainText } from './plain-text.ts'

/** Vehicle identification numbers: the same rules in forms, browser and server. */
const vinLength = 17

type VinProblem = 'empty' | 'too_short' | 'too_long' | 'bad_characters' | 'placeholder'

type VinCheck =
  | { ok: true; vin: string; warning?: string }
  | { ok: false; vin: string; problem: VinProblem; message: string; suggestion?: string }

const allowed = /^[A-HJ-NPR-Z0-9]$/
// VINs never contain I, O and Q, because they look like these digits.
const lookalikes: Record<string, string> = { I: '1', O: '0', Q: '0' }

/** Zeros or ones pass the check digit. */
const placeholder = /^(.)\1+$/

/** A character's value is the last digit of its place here. */
const characterValues = '0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ'
const positionWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]

/** Most characters of a VIN with all that labels and scanners put around it. */
const longestLabel = 100

/** Before the VIN in a code: the kind of bar code, the word VIN, and the I of import labels. */
const labelled = /^(?:\][A-Z]\d)?(?:VIN|FIN|NIV|CHASSIS)?(?:NO|NUMBER)?#?I?([A-HJ-NPR-Z0-9]{17})$/

/** The same words before a number of another length; none begins a VIN, which has no I. */
const label = /^(?:\][A-Z]\d)?(?:(?:VIN|FIN|NIV|CHASSIS)(?:NO|NUMBER)?#?)+(?=[A-Z0-9]*$)/

/** How square codes on a car's labels begin (ISO/IEC 15434). */
const labelHeader = /^\[\)>0[56]/

/** Quotes, brackets and marks of spreadsheets and scanners around it; `]` begins the name of a kind of bar code. */
const around =
  /^(?!\][A-Z]\d)["'\p{Pi}\p{Pf}\p{Ps}\p{Pe}%=,;<>|?]+|["'\p{Pi}\p{Pf}\p{Ps}\p{Pe}%=,;<>|?]+$/gu

/** Uppercase, without copied spaces, dashes and dots, and without what labels and scanners put around it. */
export function normalizeVin(typed: string): string {
  const text = plainText(typed)
    .normalize('NFKC')
    .replace(/[\s\p{Pd}.·_*:]+/gu, '')
    .toUpperCase()
  // Longer text is no VIN, and finding its end would take the square of its length.
  if (text.length > longestLabel) return text
  const bare = text.replace(labelHeader, '').replace(around, '')
  return labelled.exec(bare)?.[1] ?? bare.replace(label, '')
}

/** Longest value of a VIN field: what scanners add still fits, and a number that is too long is not cut to another one. */
const maxTypedVin = 30

/** The value of a VIN field: cleaned first, so nothing of a pasted VIN is lost. */
export const typedVin = (text: string) => normalizeVin(text).slice(0, maxTypedVin)

/** Cars before it have numbers of any length below 17. */
export const firstVinYear = 1981

/** A number that a car from before 1981 may have. */
export const isOldSerial = (vin: string): boolean => /^[A-Z0-9]{4,16}$/.test(vin)

/** The VIN with I, O and Q replaced by their likely digits. */
export function replaceLookalikes(vin: string): string {
  return vin.replace(/[IOQ]/g, (letter) => lookalikes[letter] ?? letter)
}

/** The correct character for position 9; undefined unless the VIN is well formed. */
export function checkDigit(vin: string): string | undefined {
  if (vin.length !== vinLength) return undefined
  let sum = 0
  for (const [index, character] of [...vin].entries()) {
    if (!allowed.test(character)) return undefined
    sum += (characterValues.indexOf(character) % 10) * (positionWeights[index] ?? 0)
  }
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/** Whether position 9 matches the rest. Some imports never do, so this only warns. */
export function checkDigitMatches(vin: string): boolean {
  const expected = checkDigit(vin)
  return expected !== undefined && vin[8] === expected
}

/** Checks typed input. A wrong check digit warns and never blocks. */
export function checkVin(text: string): VinCheck {
  const vin = normalizeVin(text)
  if (vin === '')
    return {
      ok: false,
      vin,
      problem: 'empty',
      message: t('Please enter a valid 17-character VIN number.'),
    }

  // The I of an import label before a number whose end is missing.
  const cut = /^I[A-HJ-NPR-Z0-9]{0,16}$/.test(vin) && vin.length <= vinLength && vin.length > 1
  if (cut && !suggestedVin(vin)) return wrongLength(vin.slice(1))
  if (vin.length !== vinLength) return wrongLength(vin)
  const bad = [...new Set(vin)].filter((character) => !allowed.test(character))
  if (bad.length === 0 && placeholder.test(vin))
    return {
      ok: false,
      vin,
      problem: 'placeholder',
      message: t('Please enter a valid 17-character VIN number.'),
    }
  if (bad.length > 0) {
    const suggestion = suggestedVin(vin)
    return {
      ok: false,
      vin,
      problem: 'bad_characters',
      message: suggestion
        ? t('A VIN never contains I, O or Q. Did you mean {suggestion}?', { suggestion })
        : t('A VIN has only letters and digits, never I, O or Q. Please check: {letters}', {
            letters: bad.join(' '),
          }),
      ...(suggestion && { suggestion }),
    }
  }
  if (checkDigitMatches(vin)) return { ok: true, vin }
  return {
    ok: true,
    vin,
    warning: t(
      'This VIN does not pass its built-in check, so a character may be mistyped. Please compare it with your vehicle.',
    ),
  }
}

/** The VIN with digits for I, O and Q; a first I, which a label may have added, only if the check digit agrees. */
function suggestedVin(vin: string): string | undefined {
  const fixed = replaceLookalikes(vin)
  const isSure = checkDigitMatches(fixed) || (isWellFormed(fixed) && !vin.startsWith('I'))
  return fixed !== vin && isSure ? fixed : undefined
}

function wrongLength(vin: string): VinCheck {
  const short = vin.length < vinLength
  const difference = Math.abs(vin.length - vinLength)
  return {
    ok: false,
    vin,
    problem: short ? 'too_short' : 'too_long',
    message: short
      ? plural(difference, {
          one: 'A VIN has 17 characters; this is {count} character too short.',
          other: 'A VIN has 17 characters; this is {count} characters too short.',
        })
      : plural(difference, {
          one: 'A VIN has 17 characters; this is {count} character too long.',
          other: 'A VIN has 17 characters; this is {count} characters too long.',
        }),
  }
}

/** Whether position 10 is the model year: in numbers of North America, and others with its check digit. */
export const hasModelYear = (vin: string): boolean => /^[1-5]/.test(vin) || checkDigitMatches(vin)

/** The positions to compare in a typed number that is accepted anyway. */
export function vinWarning(typed: string | null | undefined): string | undefined {
  const check = checkVin(typed ?? '')
  return check.ok ? check.warning : undefined
}

/** Whether it has 17 characters of the VIN alphabet, not all the same; ignores the check digit. */
export function isWellFormed(vin: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin) && !placeholder.test(vin)
}

/** The VIN in a bar code or QR code, if any; import labels have an I before it. */
export function scannedVin(code: string): string | undefined {
  const words = code
    .toUpperCase()
    .replace(/^\][A-Z]\d/, '')
    .split(/[^A-Z0-9]+/)
  const whole = normalizeVin(code)
  // Put together from several words only if the check digit agrees.
  return (
    words.map(normalizeVin).find(isWellFormed) ?? (checkDigitMatches(whole) ? whole : undefined)
  )
}
