import { DomainError, isDomainError } from '#app/kernel/domain_error'

/**
 * Does the work of a form that must keep its place when it is refused: a refusal without a field is told at the form,
 * where a toast would let the page go on to the next movement.
 */
export async function refusalAtForm<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDomainError(error) || error.field !== undefined) throw error
    throw new DomainError(error.code, error.message, { field: 'form', cause: error })
  }
}
