// Fills a new database with visits whose conversation is open, each with two signed-in users.
import { closeDatabase, openDatabase } from '#server/database/database.ts'
import { makeJob, makePackage, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { migrate } from '#server/database/migrator.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { loadReferenceData } from '#server/reference/load-reference-data.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { answerMessages } from './child.ts'
import type { Place } from './prepare.ts'

/** A visit, and the cookies of its two sides. */
export type Conversation = { jobId: string; customer: string; technician: string }

answerMessages(
  async ({
    place,
    conversations,
  }: {
    place: Place
    conversations: number
  }): Promise<Conversation[]> => {
    await openDatabase({ url: place.DATABASE_URL, dataDir: place.DATA_DIR })
    await migrate()
    await loadReferenceData()
    const { id: servicePackageId } = await makePackage()
    const made: Conversation[] = []
    for (let n = 0; n < conversations; n++) {
      const [customer, technician] = [await makeUser(), await makeUser({ role: 'technician' })]
      const { id: vehicleId } = await makeVehicle(customer.id)
      const { id: jobId } = await makeJob({
        customerId: customer.id,
        technicianId: technician.id,
        vehicleId,
        servicePackageId,
        serviceDate: addDays('2015-01-01', n),
        status: 'in_progress',
        communicationActive: true,
      })
      made.push({
        jobId,
        customer: `fq_session=${await startSession(customer.id)}`,
        technician: `fq_session=${await startSession(technician.id)}`,
      })
    }
    await closeDatabase()
    return made
  },
)
