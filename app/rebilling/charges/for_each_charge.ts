import { isDomainError } from '#app/kernel/domain_error'

export type Outcome<Made> = { done: Made[]; refused: string[] }

/** Does one thing to many charges: each stands for itself, and one that is refused undoes no other. */
export async function forEachCharge<Made>(
  ids: readonly number[],
  work: (id: number) => Promise<Made>
): Promise<Outcome<Made>> {
  const outcome: Outcome<Made> = { done: [], refused: [] }
  for (const id of ids) {
    try {
      outcome.done.push(await work(id))
    } catch (error) {
      if (!isDomainError(error)) throw error
      outcome.refused.push(error.message)
    }
  }
  return outcome
}

const TOLD_MAX = 3

/** The refusals in one sentence, each once, the first three by name. */
export function refusedText(refused: readonly string[]): string {
  const told = [...new Set(refused)]
  const more = told.length > TOLD_MAX ? ` Y ${told.length - TOLD_MAX} más.` : ''
  return `${told.slice(0, TOLD_MAX).join(' ')}${more}`
}
