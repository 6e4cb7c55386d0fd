/** Generated from the contract by scripts/contract-things.ts at every build. */
declare module 'virtual:contract-things' {
  type ThingsOf = Readonly<Record<string, readonly import('#shared/rules/things.ts').Thing[]>>
  export const shows: ThingsOf
  export const changes: ThingsOf
}
