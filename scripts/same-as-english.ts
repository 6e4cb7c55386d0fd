/** Texts that read the same in Spanish: names, codes, and words that both languages have. */
export const sameAsEnglish: ReadonlySet<string> = new Set([
  'Chat',
  'Cookies',
  'Demo',
  'Error',
  'SKU',
  'SMS',
  'Subtotal',
  'Total',
  'VIN',
  'mi',
  'qt',
  '{miles} mi',
  '{oil}, {quarts} qt',
  '{quarts} qt',
])
