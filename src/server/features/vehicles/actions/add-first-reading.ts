import { businessToday } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { odometerReadings } from '#server/database/tables/odometer-readings.ts'

/** Notes, in the current transaction, what the odometer of a car that was just added shows today. */
export async function addFirstReading(vehicleId: string, miles: number, readBy: string) {
  await db().insert(odometerReadings).values({ vehicleId, miles, readBy, readOn: businessToday() })
}
