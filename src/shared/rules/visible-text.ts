// Emoji and some scripts use joiners, variants and tags.
const unseen = /(?!\n|\t|\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0000}-\u{E0FFF}])[\p{Cc}\p{DI}\u2800]/gu

/** Text without invisible and direction-changing characters; '' if nothing else remains. */
export function visibleText(text: string): string {
  const kept = text.replace(unseen, '')
  return /[^\s\p{DI}]/u.test(kept) ? kept : ''
}
