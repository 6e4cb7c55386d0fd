// Emoji and some scripts are composed with joiners, variants and tags.
const unseen = /(?!\n|\t|\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0000}-\u{E0FFF}])[\p{Cc}\p{DI}\u2800]/gu

/** A text without what nobody can see and what turns the text around it; '' when nothing else is in it. */
export function visibleText(text: string): string {
  const kept = text.replace(unseen, '')
  return /[^\s\p{DI}]/u.test(kept) ? kept : ''
}
