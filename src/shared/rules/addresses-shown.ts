/** "Austin, TX 78701" of a one-line address, for people who may not see the street. */
export function cityAndZip(address: string): string {
  const city = /,\s*([^,\d]+,\s*[A-Z]{2}\s+\d{5})(?:-\d{4})?\s*$/i.exec(address)?.[1]
  return city ?? /\b([A-Z]{2}\s+)?\d{5}(?=(-\d{4})?\s*$)/.exec(address)?.[0] ?? ''
}
