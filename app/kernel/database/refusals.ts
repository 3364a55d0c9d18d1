import { type DomainError, isDomainError } from '#app/kernel/domain_error'
import { port } from '#app/kernel/port'

/** What a guard of the database said, in the words of the area whose guard it is; null for any other error. */
export const guardRefusals = port<(error: unknown) => DomainError | null>(
  'what the guards of the database refuse'
)

/** The refusal behind an error, whether the code said it or a guard of the database; null for a bug. */
export const refusalOf = (error: unknown): DomainError | null =>
  isDomainError(error) ? error : guardRefusals.one()(error)
