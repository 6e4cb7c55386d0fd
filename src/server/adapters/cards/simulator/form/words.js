// The words of the form in the page's language, and the practice cards.
/** Loads both; `say` gives a text's words by its English, with its names filled in. */
export async function loadWords(language) {
  const answer = await fetch(`/simulator/contents?language=${encodeURIComponent(language)}`)
  const { cards, words } = await answer.json()
  const say = (english, names = {}) =>
    (words[english] ?? english).replace(/\{(\w+)\}/g, (whole, name) => names[name] ?? whole)
  return { cards, say }
}
