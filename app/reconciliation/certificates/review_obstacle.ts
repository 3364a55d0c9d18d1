import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'

type Prepared = { preparedBy: number; unexplainedMinor: number; currency: string }

/**
 * Why somebody may not confirm an acta as it was prepared, or null where they may: E_FOUR_EYES for who prepared it,
 * E_DIFFERENCE while something of it is unexplained.
 */
export function reviewObstacle(certificate: Prepared, userId: number): DomainError | null {
  const { preparedBy, unexplainedMinor, currency } = certificate
  if (preparedBy === userId)
    return new DomainError('E_FOUR_EYES', 'Debe revisarla una persona distinta de quien la preparó.')
  if (unexplainedMinor !== 0)
    return new DomainError(
      'E_DIFFERENCE',
      `Quedan ${formatAmount(unexplainedMinor, currency)} sin explicar: corríjalo y prepare el acta otra vez.`
    )
  return null
}
