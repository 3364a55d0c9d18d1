import { isDomainError } from '#app/kernel/domain_error'

/** `fields`: at which fields of the form somebody can answer a refusal, for example with a tick. */
export type BulkOutcome = { done: number; refused: string[]; fields: string[] }

/** Does one thing to many: each stands for itself, one refusal does not undo the others. */
export async function forEachOrder<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: 0, refused: [], fields: [] }
  for (const item of items) {
    try {
      await work(item)
      outcome.done++
    } catch (error) {
      if (!isDomainError(error)) throw error
      outcome.refused.push(error.message)
      if (error.field) outcome.fields.push(error.field)
    }
  }
  return outcome
}

/** The refusals in one sentence, the first three by name. */
export function refusalText(refused: readonly string[]): string {
  const [shown, rest] = [refused.slice(0, 3), refused.length - 3]
  return `${shown.join(' ')}${rest > 0 ? ` Y ${rest} más.` : ''}`
}
