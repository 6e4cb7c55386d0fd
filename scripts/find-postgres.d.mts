/** The folder that holds `initdb`, `pg_ctl` and `postgres` (15 or newer), or undefined. */
export function findPostgres(): string | undefined

/** Like findPostgres, but installs Debian's package where it may; throws with what to do. */
export function ensurePostgres(): Promise<string>
