import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TextRoom, textRooms } from '../src/shared/texts/languages.ts'

type Forms = Partial<Record<Intl.LDMLPluralRule, string>>
/** A translation as its files have it: by room, texts and plurals by their English. */
export type Rooms = Record<
  TextRoom,
  { texts: Record<string, string>; plurals: Record<string, Forms> }
>
/** The texts of the sources, each with the room that it belongs to. */
export type Wanted = {
  texts: ReadonlyMap<string, TextRoom>
  plurals: ReadonlyMap<string, TextRoom>
}

const byRoom = <T>(make: (room: TextRoom) => T) =>
  Object.fromEntries(textRooms.map((room) => [room, make(room)])) as Record<TextRoom, T>

const pathOf = (folder: string, room: TextRoom) => join(folder, `${room}.json`)

export const readRooms = (folder: string): Rooms =>
  byRoom((room) => {
    const path = pathOf(folder, room)
    if (!existsSync(path)) return { texts: {}, plurals: {} }
    return JSON.parse(readFileSync(path, 'utf8')) as Rooms[TextRoom]
  })

/** Every text in its room and nothing else, sorted; what nobody has translated yet is ''. */
export function arrange(had: Rooms, wanted: Wanted, forms: readonly Intl.LDMLPluralRule[]): Rooms {
  const all = {
    texts: new Map(textRooms.flatMap((room) => Object.entries(had[room].texts))),
    plurals: new Map(textRooms.flatMap((room) => Object.entries(had[room].plurals))),
  }
  const blank = Object.fromEntries(forms.map((form) => [form, '']))
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

/** One text a line, so that branches that add texts meet in few places. */
export function writeRoom({ texts, plurals }: Rooms[TextRoom]): string {
  const part = (name: string, entries: [string, unknown][]) => {
    const rows = entries.map(([text, said]) => `    ${JSON.stringify(text)}: ${inLine(said)}`)
    return rows.length === 0 ? `  "${name}": {}` : `  "${name}": {\n${rows.join(',\n')}\n  }`
  }
  const parts = [part('texts', Object.entries(texts)), part('plurals', Object.entries(plurals))]
  return `{\n${parts.join(',\n')}\n}\n`
}

const inLine = (said: unknown) =>
  typeof said === 'string'
    ? JSON.stringify(said)
    : `{ ${Object.entries(said as Forms)
        .map(([form, words]) => `${JSON.stringify(form)}: ${JSON.stringify(words)}`)
        .join(', ')} }`

export function writeRooms(folder: string, rooms: Rooms): void {
  for (const room of textRooms) {
    const path = pathOf(folder, room)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, writeRoom(rooms[room]))
  }
}

/** What is wrong with a translation, a line for each; none when it is whole. */
export function problemsOf(
  rooms: Rooms,
  wanted: Wanted,
  sameAsEnglish: ReadonlySet<string>,
): string[] {
  return textRooms.flatMap((room) => {
    const { texts, plurals } = rooms[room]
    const about = (text: string, what: string) => `${room}.json: ${what}: ${JSON.stringify(text)}`
    const entries = [
      ...Object.entries(texts).map(([text, said]) => ({ text, said: [said], of: wanted.texts })),
      ...Object.entries(plurals).map(([text, said]) => ({
        text,
        said: Object.values(said),
        of: wanted.plurals,
      })),
    ]
    const missing = (['texts', 'plurals'] as const).flatMap((kind) =>
      [...wanted[kind]]
        .filter(([text, its]) => its === room && !Object.hasOwn(rooms[room][kind], text))
        .map(([text]) => about(text, 'is missing')),
    )
    const wrong = entries.flatMap(({ text, said, of }) =>
      of.get(text) === room
        ? said
            .flatMap((words) => wordProblem(text, words, sameAsEnglish) ?? [])
            .map((what) => about(text, what))
        : [about(text, of.has(text) ? `belongs into ${of.get(text)}.json` : 'is left over')],
    )
    return [...missing, ...wrong]
  })
}

const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted()
const withoutContext = (text: string) => text.replace(/^[a-z]+\|/, '')

function wordProblem(
  text: string,
  said: string,
  sameAsEnglish: ReadonlySet<string>,
): string | null {
  if (said.trim() === '') return 'is not translated'
  const english = withoutContext(text)
  const isForm = english.includes('{count}')
  const names = (words: string) =>
    namesIn(words)
      .filter((name) => !isForm || name !== '{count}')
      .join(' ')
  if (names(said) !== names(english)) return `has other {names}, ${JSON.stringify(said)}`
  if (
    said === english &&
    /[a-z]{2}/i.test(english.replace(/\{\w+\}/g, '')) &&
    !sameAsEnglish.has(text)
  )
    return 'is still English'
  if (/ {2}/.test(said) && !/ {2}/.test(english)) return 'has two spaces in a row'
  if (said !== said.trim() && english === english.trim()) return 'begins or ends with a space'
  return null
}
