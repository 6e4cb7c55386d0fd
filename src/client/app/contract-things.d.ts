/** What the contract says of its calls; scripts/contract-things.ts takes it out of there for every build. */
declare module 'virtual:contract-things' {
  type ThingsOf = Readonly<Record<string, readonly import('#shared/rules/things.ts').Thing[]>>
  export const shows: ThingsOf
  export const changes: ThingsOf
}
