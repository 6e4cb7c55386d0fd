/** A line of a backup, as JSON; `Head` is first and `End` last. */
export type BackupRecord = Head | Rows | Photo | Tasks | End

export type Head = {
  fivequart: 'backup'
  format: 1
  /** UTC instant of the snapshot. */
  madeAt: string
  /** Applied migrations in order. */
  migrations: string[]
  /** Approximate number of rows, for progress only. */
  aboutRows: number
}

/** Rows of a table, each value in PostgreSQL's text format; stored columns only, no generated ones. */
export type Rows = { table: string; columns: string[]; rows: (string | null)[][] }

/** A photo as stored on disk, in base64. */
type Photo = { photo: string; bytes: string }

/** Unfinished background tasks. */
type Tasks = { tasks: Task[] }
export type Task = { id: string; name: string; data: object | null; startAfter: string }

export type End = {
  end: true
  /** Rows by table, including empty ones. */
  rows: Record<string, number>
  /** The last value of each sequence; null if unused. */
  sequences: Record<string, string | null>
  photoCount: number
  taskCount: number
}
