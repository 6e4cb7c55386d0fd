import { phrase } from '#shared/texts/t.ts'
import { Invalid } from './errors.ts'

/** A body may repeat its address's id. Throws Invalid for a different one. */
export function assertSameId(params: { id: string }, body: { id?: string | undefined }): void {
  if (body.id === undefined || body.id === params.id) return
  throw Invalid.at('id', phrase('The id does not match the one in the address.'))
}
