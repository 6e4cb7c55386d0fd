import type { User } from '#shared/contract/accounts.ts'

type Given = { status: number; body: unknown }

/** What the server has answered with the page, by the address of the call. */
let given = read()

function read(): Record<string, Given> {
  const data = typeof document === 'undefined' ? null : document.getElementById('answers')
  data?.remove()
  return data ? (JSON.parse(data.textContent) as Record<string, Given>) : {}
}

/** The answer to a call that came with the page, once. */
export function takePageAnswer(url: string): Response | undefined {
  const answer = given[url]
  delete given[url]
  return answer && Response.json(answer.body, { status: answer.status })
}

/** They are not true any more: somebody has signed out meanwhile. */
export const dropPageAnswers = (): void => void (given = {})

/** Who the page was made for. */
export function pagePerson(): User | null {
  const answer = given['/api/auth/user']
  return answer?.status === 200 ? (answer.body as User) : null
}
