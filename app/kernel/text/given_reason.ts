import { DomainError } from '#app/kernel/domain_error'

const REASON_LENGTH_MIN = 5

/** The reason somebody gives. Throws E_REASON at `reason` when it says nothing. */
export function givenReason(reason: string | null): string {
  const text = (reason ?? '').trim()
  if (text.length < REASON_LENGTH_MIN)
    throw new DomainError('E_REASON', 'Indique el motivo.', { field: 'reason' })
  return text
}
