const answers = new WeakMap<object, string | undefined>()

/** Marks an answer of a call as one that many get and nobody changes: it is checked and written once for all of them. */
export function shareAnswer<Answer extends object>(answer: Answer): Answer {
  answers.set(answer, undefined)
  return answer
}

/** The JSON of an answer that is shared, by `write` the first time; undefined for any other. */
export function sharedJson(answer: unknown, write: () => string): string | undefined {
  if (typeof answer !== 'object' || answer === null || !answers.has(answer)) return undefined
  const json = answers.get(answer) ?? write()
  answers.set(answer, json)
  return json
}
