import { isDomainError } from '#app/kernel/domain_error'

/** What a form is told while somebody types: the answer, or in words what is wrong with it so far. */
export async function orProblem<Answer extends object>(
  work: () => Answer | Promise<Answer>
): Promise<Answer | { problem: string; field: string | null }> {
  try {
    return await work()
  } catch (error) {
    if (!isDomainError(error)) throw error
    return { problem: error.message, field: error.field ?? null }
  }
}
