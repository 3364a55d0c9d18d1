import { refusalOf } from '#app/kernel/database/refusals'

/**
 * `numbers` of the payments that it was done to, where they have some; `fields`: at which fields of the form somebody can answer
 * a refusal, for example with a tick; `made`: what each that was done gave.
 */
export type BulkOutcome<Made = unknown> = {
  done: number
  numbers: string[]
  made: Made[]
  refused: string[]
  fields: string[]
}

export const emptyOutcome = <Made>(): BulkOutcome<Made> => ({
  done: 0,
  numbers: [],
  made: [],
  refused: [],
  fields: [],
})

/**
 * Does one thing to many, each in a transaction of its own: each stands for itself, one refusal, of the code or of a guard of the
 * database, does not undo the others. For acts on payments that there are see `eachOfSeveral`.
 */
export async function forEachOrder<T, Made>(
  items: T[],
  work: (item: T) => Promise<Made>
): Promise<BulkOutcome<Made>> {
  const outcome = emptyOutcome<Made>()
  for (const item of items) {
    try {
      const made = await work(item)
      outcome.made.push(made)
      outcome.numbers.push(...numberOf(made))
      outcome.done++
    } catch (error) {
      noteRefusal(outcome, error)
    }
  }
  return outcome
}

/** Throws what is no refusal. `number` is put in front of one that does not say what it is about. */
export function noteRefusal(outcome: BulkOutcome, error: unknown, number?: string): void {
  const refusal = refusalOf(error)
  if (!refusal) throw error
  const { message, field } = refusal
  outcome.refused.push(number === undefined || message.includes(number) ? message : `${number}: ${message}`)
  if (field) outcome.fields.push(field)
}

const numberOf = (made: unknown): string[] =>
  typeof made === 'object' && made !== null && 'number' in made && typeof made.number === 'string'
    ? [made.number]
    : []

const NAMED_MAX = 10

/** What was done, in words; which ones are named where others were refused. */
export function doneText(
  { done, numbers, refused }: Pick<BulkOutcome, 'done' | 'numbers' | 'refused'>,
  words: { one: string; many: (done: number) => string }
): string {
  const text = done === 1 ? words.one : words.many(done)
  if (refused.length === 0 || numbers.length === 0) return text
  const rest = numbers.length - NAMED_MAX
  return `${text} ${numbers.slice(0, NAMED_MAX).join(', ')}${rest > 0 ? ` y ${rest} más` : ''}.`
}

/** The refusals in one sentence, the first three by name. */
export function refusalText(refused: readonly string[]): string {
  const [shown, rest] = [refused.slice(0, 3), refused.length - 3]
  return `${shown.join(' ')}${rest > 0 ? ` Y ${rest} más.` : ''}`
}
