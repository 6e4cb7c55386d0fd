/** A line of a backup, as JSON; `Head` is the first and `End` the last. */
export type BackupRecord = Head | Rows | Photo | Tasks | End

export type Head = {
  fivequart: 'backup'
  format: 1
  /** UTC instant at which everything in it was so. */
  madeAt: string
  /** Migrations that the tables have had, in their order. */
  migrations: string[]
  /** How many rows there are, about: for the progress alone. */
  aboutRows: number
}

/** Rows of a table, each value as PostgreSQL writes it: only columns that are stored, none that is generated. */
export type Rows = { table: string; columns: string[]; rows: (string | null)[][] }

/** A picture as the disk has it, in base64. */
export type Photo = { photo: string; bytes: string }

/** What was still to be done in the background. */
export type Tasks = { tasks: Task[] }
export type Task = { id: string; name: string; data: object | null; startAfter: string }

export type End = {
  end: true
  /** Rows by table, also of those that have none. */
  rows: Record<string, number>
  /** The last number each sequence has given; null: none yet. */
  sequences: Record<string, string | null>
  photoCount: number
  taskCount: number
}
