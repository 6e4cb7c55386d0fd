// Commits numbers forever and prints each after its commit. For durability.test.ts.
import { writeSync } from 'node:fs'
import { currentHandle, openDatabase, transaction } from './database.ts'

await openDatabase({ dataDir: process.argv[2] })
await currentHandle().script('create table if not exists written (number int primary key)')
for (let number = Number(process.argv[3]); ; number++) {
  await transaction(async () => {
    await currentHandle().query('insert into written values ($1)', [number])
  })
  writeSync(1, `${number}\n`)
}
