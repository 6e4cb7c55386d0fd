// Runs before each test file that runs over Square as well as the simulator (vitest.config.ts).
import { useSquareInEachTest } from './test-square-network.ts'

await useSquareInEachTest()
