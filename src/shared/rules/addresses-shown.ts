/** "Austin, TX 78701" of an address of one line: all that somebody reads who need not know where exactly it is. */
export function cityAndZip(address: string): string {
  const city = /,\s*([^,\d]+,\s*[A-Z]{2}\s+\d{5})(?:-\d{4})?\s*$/i.exec(address)?.[1]
  return city ?? /\b([A-Z]{2}\s+)?\d{5}(?=(-\d{4})?\s*$)/.exec(address)?.[0] ?? ''
}
