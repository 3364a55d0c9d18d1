import { preparedRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { addDays, type CalendarDate, compareDays, formatDay, today } from '#app/kernel/time/calendar_date'
import { assertBalanced, type JournalDraft } from '#app/ledger/journal_draft'

const FUTURE_DAYS_MAX = 31
const SOFT_CLOSED =
  'El ejercicio está en cierre provisional: solo los roles superC0ntab1l1dad y s1st3ma pueden contabilizar en él.'

export type PostedEntry = { entryId: number; entryNo: number; repeated: boolean }

/**
 * Posts an entry: one database call, inside the caller's transaction and as its last step, because it holds the
 * company's year while it numbers. A repeated key gives the entry that is there. Throws E_UNBALANCED,
 * E_POSTING_DATE, E_PERIOD_CLOSED, E_PERIOD_SOFT_CLOSED, E_ACCOUNT and E_IDEMPOTENCY; the database refuses the same
 * on its own.
 */
export async function postEntry(draft: JournalDraft, trx: Transaction): Promise<PostedEntry> {
  assertBalanced(draft)
  if (compareDays(draft.postedOn, addDays(today(), FUTURE_DAYS_MAX)) > 0) {
    throw new DomainError('E_POSTING_DATE', 'Fecha contable fuera de rango.')
  }
  return callLedger(draft, draft.postedOn, trx)
}

/** The call itself, with the database's refusals in words. */
export async function callLedger(
  draft: object,
  postedOn: CalendarDate,
  trx: Transaction
): Promise<PostedEntry> {
  try {
    return await preparedRow<PostedEntry>(
      'ledger_post',
      'select * from ledger_post(?::jsonb)',
      [JSON.stringify(draft)],
      trx
    )
  } catch (error) {
    throw ledgerRefusal(error, postedOn) ?? error
  }
}

function ledgerRefusal(error: unknown, postedOn: CalendarDate): DomainError | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  const detail = typeof error === 'object' && error !== null && 'detail' in error ? String(error.detail) : ''
  switch (code) {
    case 'CA005':
      return new DomainError('E_ACCOUNT', `La cuenta ${detail} no admite apuntes.`, { cause: error })
    case 'CA006':
      return new DomainError(
        'E_POSTING_DATE',
        `No hay ejercicio abierto para la fecha ${formatDay(postedOn)}.`,
        { cause: error }
      )
    case 'CA007':
      return new DomainError(
        'E_PERIOD_CLOSED',
        `El periodo está cerrado: no se puede contabilizar con fecha ${formatDay(postedOn)}.`,
        { cause: error }
      )
    case 'CA009':
      return new DomainError(
        'E_VAT_FILED',
        'El período de IVA ya está presentado: use el siguiente período abierto.',
        { cause: error }
      )
    case 'CA010':
      return new DomainError('E_NEGATIVE', `La cuenta ${detail} no admite saldo negativo.`, { cause: error })
    case 'CA012':
      return new DomainError('E_IDEMPOTENCY', 'Ya existe un asiento distinto para la misma operación.', {
        cause: error,
      })
    case 'CA017':
      return new DomainError('E_PERIOD_SOFT_CLOSED', SOFT_CLOSED, { cause: error })
    case 'CA018':
      return new DomainError('E_POSTING_DATE', 'Fecha contable fuera de rango.', { cause: error })
    default:
      return null
  }
}
