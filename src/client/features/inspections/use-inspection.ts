import { callQuery, queryClient, useCall } from '#client/app/queries.ts'
import { type WorkChange, waitingOf, type WorkEntry } from '#client/app/work/waiting-changes.ts'
import { useWaiting, workOutbox } from '#client/app/work/work-outbox.ts'
import type { Inspection, InspectionTemplate } from '#shared/contract/inspections.ts'
import type { Finding } from '#shared/rules/inspections.ts'

const route = 'GET /api/jobs/{id}/inspection'
const queryOf = (jobId: string) => callQuery(route, { params: { id: jobId } })

/** An inspection including changes this device has not sent yet. */
export type ShownInspection = {
  template: InspectionTemplate
  findings: readonly Finding[]
  /** Has changes that are only on this device. */
  unsent: boolean
}

type InspectionChange = Extract<WorkChange, { kind: 'inspection' }>

/** Unsent changes keep the template they were made with. */
function shownOf(
  jobId: string,
  data: Inspection | undefined,
  entries: readonly WorkEntry[],
): ShownInspection | undefined {
  const latest = waitingOf('inspection', jobId, entries).at(-1)
  if (latest)
    return {
      template: latest.change.template,
      findings: latest.change.body.findings,
      unsent: true,
    }
  return data?.template
    ? { template: data.template, findings: data.findings, unsent: false }
    : undefined
}

export function useInspection(jobId: string) {
  const query = useCall(route, { params: { id: jobId } })
  const { entries } = useWaiting()
  return { query, shown: shownOf(jobId, query.data, entries) }
}

// Runs one change at a time, so that each builds on the previous one.
let last: Promise<unknown> = Promise.resolve()

/** Changes the findings and stores them on this device; they are sent a moment after the last tap. */
export function changeFindings(
  jobId: string,
  change: (findings: readonly Finding[]) => readonly Finding[],
  template?: InspectionTemplate,
): Promise<void> {
  const next = last.then(() => store(jobId, change, template))
  last = next.catch(() => {})
  return next
}

async function store(
  jobId: string,
  change: (findings: readonly Finding[]) => readonly Finding[],
  chosen?: InspectionTemplate,
): Promise<void> {
  const { entries } = workOutbox.state.get()
  const data = queryClient.getQueryData<Inspection>(queryOf(jobId).queryKey)
  const shown = shownOf(jobId, data, entries)
  const template = chosen ?? shown?.template
  if (!template) return
  const items = new Set(template.groups.flatMap((group) => group.items.map(({ id }) => id)))
  const findings = change(shown?.findings ?? []).filter(({ itemId }) => items.has(itemId))
  const made: InspectionChange = {
    kind: 'inspection',
    template,
    body: {
      templateId: template.id,
      templateVersion: template.version,
      findings: [...findings],
      seen: seenOf(waitingOf('inspection', jobId, entries).at(-1)?.change.body, data),
    },
    open: true,
  }
  const open = waitingOf('inspection', jobId, entries).findLast((entry) => entry.change.open)
  if (open) {
    const amended = { ...made, body: { ...made.body, seen: open.change.body.seen } }
    if (await workOutbox.amend(open.key, amended)) return
  }
  await workOutbox.keep(jobId, made)
}

type Body = InspectionChange['body']

/** The findings a change is based on: those of the previous unsent change, else the saved ones. */
const seenOf = (before: Body | undefined, data: Inspection | undefined): Body['findings'] =>
  before?.findings ?? data?.findings ?? []
