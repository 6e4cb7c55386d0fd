// The server with a fault before or after a call to the card network, chosen by its parent. For crash.http.test.ts.
import { withFaults } from '#server/adapters/cards/test-faults.ts'
import { provideServices, services } from '#server/adapters/services.ts'
import { startServer } from '#server/start.ts'
import { cardNetwork } from './card-network.ts'

let deadly: string | undefined
process.on('message', (point: string) => {
  deadly = point
  process.send?.('armed')
})

await startServer(process.env)
const cards = withFaults(cardNetwork(), (verb, moment) => {
  if (deadly === `${moment} ${verb}`) process.kill(process.pid, 'SIGKILL')
})
provideServices({ ...services(), cards })
process.send?.('faults stand ready')
