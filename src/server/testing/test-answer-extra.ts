import type { TestPerson } from './test-app.ts'

type Asked = { id: string; estimateId?: string }

/** Approves or declines one line of an estimate online, as its customer does. */
export const answerExtra = (
  person: Pick<TestPerson, 'call'>,
  { id, estimateId = id }: Asked,
  approved: boolean,
  more: object = {},
) =>
  person.call('POST /api/estimates/{id}/answer', {
    params: { id: estimateId },
    body: {
      [approved ? 'approved' : 'declined']: [id],
      method: 'link',
      person: 'Ann Ash',
      ...more,
    },
  })
