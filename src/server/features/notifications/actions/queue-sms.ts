import { maxTextLength } from '#server/adapters/telephony/port.ts'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db, transaction } from '#server/database/database.ts'
import { sentMessages } from '#server/database/tables/notifications.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { randomUUID } from 'node:crypto'
import { type DeliveryConditions, smsNumberOf } from '../queries/delivery-conditions.ts'
import { sendSmsTask } from '../tasks.ts'

type NewSms = DeliveryConditions & {
  userId: string
  /** The visit it is about; null for none. */
  job: { id: string; number: number } | null
  /** One or two sentences; the business's name and the visit's number are put before them. */
  message: string
  /** People it may name. */
  names?: readonly string[]
  /** Its address, which is found without accents too. */
  place?: string
  /** The message's id, if another record shares it. */
  id?: string
  /** The text is erased once a provider has accepted it. */
  secret?: boolean
  /** Not sent before this instant. */
  startAfter?: Date
}

/**
 * Stores a text message about a visit, to be sent once the current transaction has committed. Returns false, storing
 * nothing, when this person should not be texted; that is checked again when it is sent.
 */
export async function queueSms(sms: NewSms): Promise<boolean> {
  const {
    userId,
    job,
    message,
    names = [],
    place,
    id = randomUUID(),
    startAfter,
    ...conditions
  } = sms
  const recipient = await smsNumberOf(userId, conditions.preference)
  if (!recipient) return false
  const { brandName } = currentSettings()
  const sender = [brandName, ...(job ? [jobNumber(job.number)] : [])].join(' ')
  const body = plainText(`${sender}: ${message}`, [brandName, ...names], place)
  await transaction(async () => {
    await db()
      .insert(sentMessages)
      .values({
        id,
        channel: 'sms',
        recipient,
        body: cut(body),
        jobId: job?.id ?? null,
        status: 'queued',
        createdAt: now(),
      })
    await enqueue(
      sendSmsTask,
      { ...conditions, userId, messageId: id },
      startAfter && { startAfter },
    )
  })
  return true
}

/**
 * With plain quotes, dashes, ellipses and spaces: a single one outside the SMS alphabet turns one text of 160 characters
 * into three of 67. For the same reason without the accents of Spanish vowels, but only where that saves a text, and never
 * when it contains one of these names with such an accent, or another capitalized word outside its address.
 */
export function plainText(body: string, names: readonly string[] = [], place = ''): string {
  const plain = plainSigns(body)
  const bare = plain.replace(accented, (vowel) => vowel.normalize('NFD').charAt(0))
  const rest = place ? plain.replaceAll(plainSigns(place), '') : plain
  return textsOf(bare) < textsOf(plain) && !hasAccentedName(rest, names) ? bare : plain
}

/** Not in the SMS alphabet, unlike é and the ones with grave accents. */
const accented = /[áíóúÁÍÓÚ]/g

function hasAccentedName(body: string, names: readonly string[]): boolean {
  const isAccented = (word: string) => word.search(accented) >= 0
  const words = names.flatMap((name) => plainSigns(name).split(' ')).filter(isAccented)
  const written = body.match(/(?<=[\p{L}\p{N},;] )\p{Lu}[\p{L}\p{M}'-]*/gu) ?? []
  return words.some((word) => body.includes(word)) || written.some(isAccented)
}

const smsAlphabet =
  /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Za-z_¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΔΦΓΛΩΠΨΣΘΞ^{}\\[\]~|€]*$/

/** The number of texts that providers bill for a message. */
function textsOf(body: string): number {
  const isPlain = smsAlphabet.test(body)
  const [whole, part] = isPlain ? [160, 153] : [70, 67]
  // Some signs count twice.
  const length = body.length + (isPlain ? (body.match(/[\^{}\\[\]~|€]/g)?.length ?? 0) : 0)
  return length <= whole ? 1 : Math.ceil(length / part)
}

const plainSigns = (body: string) =>
  body
    .normalize('NFC')
    .replace(/[‘’‚‛‹›′´`ʼ]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−•·]/g, '-')
    .replaceAll('…', '...')
    .replace(/[\p{Zs}\t]/gu, ' ')

/** Never cuts inside a character. */
const cut = (body: string) =>
  body.length > maxTextLength
    ? `${body.slice(0, maxTextLength - 3).replace(/[\ud800-\udbff]$/, '')}...`
    : body

type Thread = { id: string; name: string; phone: string; jobId: string | null }

/**
 * Stores the office's reply to someone's text messages in the current transaction; it is sent unless they have opted out by
 * then. Returns its id among the sent messages.
 */
export async function queueTextReply(
  { id: textThread, name, phone, jobId }: Thread,
  body: string,
): Promise<string> {
  const id = randomUUID()
  await db()
    .insert(sentMessages)
    .values({
      id,
      channel: 'sms',
      recipient: phone,
      body: plainText(body, [name, currentSettings().brandName]),
      jobId,
      status: 'queued',
      createdAt: now(),
    })
  await enqueue(sendSmsTask, { messageId: id, textThread })
  return id
}
