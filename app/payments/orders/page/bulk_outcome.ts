import { isDomainError } from '#app/kernel/domain_error'

/** `fields`: at which fields of the form somebody can answer a refusal, for example with a tick; `made`: what each that was done gave. */
export type BulkOutcome<Made = unknown> = { done: number; made: Made[]; refused: string[]; fields: string[] }

/** Does one thing to many: each stands for itself, one refusal does not undo the others. */
export async function forEachOrder<T, Made>(
  items: T[],
  work: (item: T) => Promise<Made>
): Promise<BulkOutcome<Made>> {
  const outcome: BulkOutcome<Made> = { done: 0, made: [], refused: [], fields: [] }
  for (const item of items) {
    try {
      outcome.made.push(await work(item))
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
