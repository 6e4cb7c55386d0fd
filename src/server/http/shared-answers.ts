const answers = new WeakMap<object, string | undefined>()

/** Marks an answer as shared and immutable: it is validated and serialized once. */
export function shareAnswer<Answer extends object>(answer: Answer): Answer {
  answers.set(answer, undefined)
  return answer
}

/** A shared answer's JSON, by `write` the first time; undefined for any other. */
export function sharedJson(answer: unknown, write: () => string): string | undefined {
  if (typeof answer !== 'object' || answer === null || !answers.has(answer)) return undefined
  const json = answers.get(answer) ?? write()
  answers.set(answer, json)
  return json
}
