import { DomainError } from '#app/kernel/domain_error'

const REASON_LENGTH_MIN = 5

/** The reason somebody gives, trimmed. Throws E_REASON at `reason` when it says nothing or too little. */
export function givenReason(reason: string | null | undefined): string {
  const text = (reason ?? '').trim()
  if (text.length >= REASON_LENGTH_MIN) return text
  const message =
    text === '' ? 'Indique el motivo.' : `Indique el motivo con al menos ${REASON_LENGTH_MIN} letras.`
  throw new DomainError('E_REASON', message, { field: 'reason' })
}
