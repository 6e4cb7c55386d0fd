import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TextRoom, textRooms } from '../src/shared/texts/languages.ts'

type Forms = Partial<Record<Intl.LDMLPluralRule, string>>
/** A translation as stored in its files: by room, texts and plurals by their English. */
export type Rooms = Record<
  TextRoom,
  { texts: Record<string, string>; plurals: Record<string, Forms> }
>
/** The source texts, each with its room. */
export type Wanted = {
  texts: Map<string, TextRoom>
  plurals: Map<string, TextRoom>
}

const byRoom = <T>(make: (room: TextRoom) => T) =>
  Object.fromEntries(textRooms.map((room) => [room, make(room)])) as Record<TextRoom, T>

const pathOf = (folder: string, room: TextRoom) => join(folder, `${room}.json`)

export const readRooms = (folder: string): Rooms =>
  byRoom((room) => JSON.parse(readFileSync(pathOf(folder, room), 'utf8')) as Rooms[TextRoom])

/** Every wanted text in its room and nothing else, sorted; '' if not translated yet. */
export function arrange(had: Rooms, wanted: Wanted): Rooms {
  const all = {
    texts: new Map(textRooms.flatMap((room) => Object.entries(had[room].texts))),
    plurals: new Map(textRooms.flatMap((room) => Object.entries(had[room].plurals))),
  }
  const blank = { one: '', other: '' }
  return byRoom((room) => ({
    texts: pick(wanted.texts, room, (text) => all.texts.get(text) ?? ''),
    plurals: pick(wanted.plurals, room, (text) => all.plurals.get(text) ?? blank),
  }))
}

const pick = <T>(
  wanted: ReadonlyMap<string, TextRoom>,
  room: TextRoom,
  said: (text: string) => T,
) =>
  Object.fromEntries(
    [...wanted]
      .filter(([, its]) => its === room)
      .map(([text]) => text)
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map((text) => [text, said(text)]),
  )

/** One text per line, so that branches adding texts rarely conflict. */
export const writeRoom = (room: Rooms[TextRoom]): string =>
  `${JSON.stringify(room, null, 2).replace(/\{\n +("one": ".*",)\n +("other": ".*")\n +\}/g, '{ $1 $2 }')}\n`

export function writeRooms(folder: string, rooms: Rooms): void {
  for (const room of textRooms) writeFileSync(pathOf(folder, room), writeRoom(rooms[room]))
}

/** The problems of a translation, one line each; empty if it is complete. */
export function problemsOf(rooms: Rooms, wanted: Wanted): string[] {
  const problems: string[] = []
  for (const room of textRooms)
    for (const kind of ['texts', 'plurals'] as const) {
      const had: Record<string, string | Forms> = rooms[room][kind]
      const add = (text: string, what: string) =>
        problems.push(`${room}.json: ${what}: ${JSON.stringify(text)}`)
      for (const [text, its] of wanted[kind])
        if (its === room && !Object.hasOwn(had, text)) add(text, 'is missing')
      for (const [text, translated] of Object.entries(had)) {
        const its = wanted[kind].get(text)
        if (its !== room) add(text, its ? `belongs into ${its}.json` : 'is left over')
        else
          for (const words of typeof translated === 'string'
            ? [translated]
            : Object.values(translated))
            wordProblems(text, words).forEach((what) => add(text, what))
      }
    }
  return problems
}

const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()

function wordProblems(text: string, said: string): string[] {
  if (said.trim() === '') return ['is not translated']
  const english = text.replace(/^[a-z]+\|/, '')
  // A form for one may omit its count.
  const isForm = english.includes('{count}')
  const names = (words: string) =>
    namesIn(words)
      .filter((name) => !isForm || name !== '{count}')
      .join(' ')
  if (names(said) !== names(english)) return [`has other {names}, ${JSON.stringify(said)}`]
  const hasWords = /[a-z]{2}/i.test(english.replace(/\{\w+\}/g, ''))
  if (said === english && hasWords && !sameAsEnglish.has(text)) return ['is still English']
  if (/ {2}/.test(said) && !/ {2}/.test(english)) return ['has two spaces in a row']
  if (said !== said.trim() && english === english.trim()) return ['begins or ends with a space']
  return notOurSpanish.filter(({ pattern }) => pattern.test(said)).map(({ problem }) => problem)
}

/** One word for one thing, and "usted" for everyone. */
const notOurSpanish = [
  {
    pattern:
      /(?<!\p{L})(?:tú|tus?|te|ti|contigo|eres|estás|has|tienes|puedas|puedes|quier[ae]s|debes|necesitas|llegas|eliges|inténtalo|avísanos)(?!\p{L})/iu,
    problem: 'says tú, not usted',
  },
  {
    pattern: /vehículo|(?<!\p{L})coches?(?!\p{L})/iu,
    problem: 'says vehículo or coche, not carro',
  },
  { pattern: /totalmente sintético/i, problem: 'says totalmente sintético, not sintético' },
  {
    pattern: /(?<!\p{L})cuartos?(?! de galón)(?!\p{L})/iu,
    problem: 'says cuartos without "de galón"',
  },
]

/** Texts that read the same in Spanish: names, codes, and words common to both languages. */
const sameAsEnglish: ReadonlySet<string> = new Set([
  'Admin',
  'Chat',
  'Cookies',
  'Demo',
  'Error',
  'Extra',
  'Extras',
  'Id',
  'No',
  'Re: {subject}',
  'PDF',
  'SKU',
  'SMS',
  'Subtotal',
  'Total',
  'Service worker',
  'VIN',
  'Webhooks',
  '{hours} h {minutes} min',
  '{minutes} min',
  'mi',
  'qt',
  '{gigabytes} GB',
  '{megabytes} MB',
  '{miles} mi',
  '{milliseconds} ms',
  '{oil}, {quarts} qt',
  '{quarts} qt',
  '{width} × {height} px',
])
