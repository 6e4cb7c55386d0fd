/** What Node is to do for the server: less memory, and less work at the start. The files in deploy say the same. */
export const serverOptions = [
  // 280 MB of memory become 220, and the start is 300 ms shorter; see docs/decisions/021-embedded-database.md.
  '--max-semi-space-size=4',
  // Collected again after two fifths more, not after four times as much: see docs/decisions/013-backups-exports-and-imports.md.
  '--heap-growing-percent=40',
  // What the start loads stays, so nothing is collected before that is there: 90 of 460 ms of the processor.
  '--min-semi-space-size=4',
  '--initial-old-space-size=48',
  // Once it serves, what the start has left is collected: 20 MB.
  '--expose-gc',
]
