import { violatedConstraint } from '#app/kernel/database/database_error'
import { DomainError } from '#app/kernel/domain_error'

/**
 * Does what may bring an invoice among the approved ones, where a supplier has given a company each number once a year: the
 * index of the database is the last word, also between two who act at the same moment. Throws E_NUMBER_TAKEN.
 */
export async function refuseTakenNumber<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (violatedConstraint(error) !== 'invoices_number_once') throw error
    throw new DomainError(
      'E_NUMBER_TAKEN',
      'Ya hay otra factura aprobada de este proveedor con el mismo número y año: márquela como duplicada o corrija el número.',
      { cause: error }
    )
  }
}
