/**
 * What a lower floor asks of higher ones. It declares the question beside what it owns (`ports.ts` of the area); who knows
 * answers in the `boot` of its `area.ts`, before anything is asked. An answer is a function, often SQL over the columns of
 * a statement of who asks: a list then reads what another area says of its rows in the one query that it makes.
 */
export type Port<Answer> = {
  /** Called once by each area that answers, at boot. */
  answer: (given: Answer) => void
  /** Every answer, those of lower floors first. */
  all: () => readonly Answer[]
  /** The answer of a question that one area knows. Throws before it was given, and where two areas gave one. */
  one: () => Answer
}

/** Declares a question; `about` says in an error what nobody answered. */
export function port<Answer>(about: string): Port<Answer> {
  const answers: Answer[] = []
  return {
    answer: (given) => {
      answers.push(given)
    },
    all: () => answers,
    one: () => {
      const [first, second] = answers
      if (first === undefined) throw new Error(`No area answers: ${about}`)
      if (second !== undefined) throw new Error(`Two areas answer: ${about}`)
      return first
    },
  }
}
