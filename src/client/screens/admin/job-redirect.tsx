import { Redirect, useParams } from 'wouter'
import { paths } from '#shared/rules/paths.ts'

/** Older messages to the office lead to the technicians' page. */
export default function JobRedirect() {
  const { id } = useParams<{ id: string }>()
  return <Redirect to={paths.officeVisit(id)} replace />
}
