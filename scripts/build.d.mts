/** Builds client and server into dist/ when its sources changed; code 0 when it is there. */
export function build(
  env: Record<string, string | undefined>,
): Promise<{ code: number; output: string }>
