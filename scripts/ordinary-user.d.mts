export interface Owner {
  uid: number
  gid: number
}

/** PostgreSQL and PgBouncer refuse to run as root: somebody else, or undefined where we are not root. */
export function ordinaryUser(): Owner | undefined
