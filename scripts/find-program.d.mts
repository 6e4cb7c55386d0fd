/** The path of a program on the PATH, if it is there. */
export function onPath(name: string): string | undefined

/** The paths of programs by name, each installed where that may be done, by its own name or that of its package. */
export function findOrInstall(
  names: readonly string[],
  packages?: Record<string, string>,
): Promise<Record<string, string>>

/** Installs a Debian package when this is Debian and we are root; resolves to whether it did. */
export function aptInstall(name: string): Promise<boolean>
