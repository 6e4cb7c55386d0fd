import { readPhone } from '#server/base/phone-numbers.ts'
import { phonePlease } from '#shared/rules/phone-numbers.ts'
import { phraseOf } from '#shared/texts/t.ts'
import { atField, Invalid } from './errors.ts'

/**
 * The number that somebody typed into a field, as it is stored: E.164; blank stays blank. Throws Invalid at that
 * field for what cannot be dialed.
 */
export async function phoneField(written: string, path = 'phone'): Promise<string> {
  if (!written) return ''
  const number = await readPhone(written)
  if (number) return number
  const said = phraseOf(phonePlease)
  throw new Invalid(said, atField(path, said))
}
