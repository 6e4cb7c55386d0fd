import { auditSubjects } from '#shared/rules/audit.ts'
import type { Asked, Read } from './growth.ts'

type Entry = {
  at: string
  id: string
  job: { number: string } | null
  person: { name: string } | null
  by: { id: string; name: string } | null
}

const log = '/api/admin/audit'
const list = `${log}?limit=100`

/** The audit log: its pages, every filter, and whatever it is searched for. */
export async function callsOfLog(read: Read): Promise<Asked[]> {
  const entries = await read<Entry[]>(list)
  const [last] = await read<Entry[]>(`${list}&sort=at`)
  const aVisit = entries.find(({ job }) => job)
  const office = await read<Entry[]>(`${list}&search=quinn`)
  if (!last || !aVisit?.job || !aVisit.person) throw new Error('The log is empty')
  const cursor = Buffer.from(JSON.stringify(['', last.at.replace('Z', '000Z'), last.id])).toString(
    'base64url',
  )
  const middle = Buffer.from(
    JSON.stringify(['', entries.at(-1)?.at.replace('Z', '000Z'), last.id]),
  ).toString('base64url')
  const day = (at = '') => at.slice(0, 10)
  const find = (words: string, limit = 100) =>
    `${log}?limit=${limit}&search=${encodeURIComponent(words)}`
  const [firstName = ''] = aVisit.person.name.split(' ')
  const calls = {
    'log, newest': list,
    'log, oldest': `${list}&sort=at`,
    'log, a page in the middle': `${list}&cursor=${middle}`,
    'log, the last page': `${list}&cursor=${cursor}`,
    ...Object.fromEntries(
      auditSubjects.map((about) => [`log, about ${about}`, `${list}&about=${about}`]),
    ),
    'log, by nobody': `${list}&who=server`,
    'log, by one who did much': `${list}&who=${entries.find(({ by }) => by?.name.startsWith('Olga'))?.by?.id}`,
    'log, by one who did little': `${list}&who=${office.find(({ by }) => by?.name.startsWith('Quinn'))?.by?.id}`,
    'log, by one, about messages': `${list}&about=messages&who=${entries.find(({ by }) => by?.name.startsWith('Olga'))?.by?.id}`,
    'log, of a day': `${list}&from=${day(last.at)}&to=${day(last.at)}`,
    'log, since a day': `${list}&from=${day(last.at)}`,
    'log, until a day': `${list}&to=${day(entries.at(-1)?.at)}`,
    'log, found: a visit': find(aVisit.job.number),
    'log, found: a number': find(aVisit.job.number.slice(-2)),
    'log, found: a whole name': find(aVisit.person.name),
    // As many as the smaller business has, so that pages of one length are compared.
    'log, found: a first name': find(firstName, 20),
    'log, found: a first name, 100 of them': find(firstName),
    'log, found: a first name, about settings': `${find(firstName)}&about=settings`,
    'log, found: two letters': find('ma', 80),
    'log, found: an admin': find('Olga'),
    'log, found: an admin who did little': find('Quinn'),
    'log, found: what was done': find('Card charged'),
    'log, found: what is rarely done': find('Engine table'),
    'log, found: nothing': find('Xylofon Qwertz'),
    'log, found: a first name, about money': `${find(firstName, 15)}&about=money`,
    'log, found: a first name, oldest': `${find(firstName, 20)}&sort=at`,
  }
  return Object.entries(calls).map(([what, path]) => ({ what, path, who: 'admin' }))
}
