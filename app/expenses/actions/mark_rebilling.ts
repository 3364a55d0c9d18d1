import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { lockNote } from '#app/expenses/actions/note_state'
import type ExpenseNote from '#app/expenses/models/expense_note'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount, Money } from '#app/kernel/money/money'

/** How much of a note another company is to bear: cents, or a part of what was approved in basis points. */
export type RebillingShare = { siteId: number } & ({ amountMinor: number } | { basisPoints: number })

const WHOLE = 10_000

const OWED = ['approved', 'in_payment', 'paid']

/**
 * Marks which companies are to bear an approved note: what the rebilling takes up. Once for each note, however often it is
 * asked for. Percentages that make up the whole share out every cent. Throws E_REBILLED, and at `shares`,
 * `shares.{n}.amount` or `shares.{n}.percent`.
 */
export async function markRebilling(
  noteId: number,
  given: readonly RebillingShare[],
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const note = await lockNote(noteId, trx)
    if (note.rebilledAt !== null) throw new DomainError('E_REBILLED', 'La nota ya está refacturada.')
    if (!OWED.includes(note.status))
      throw new DomainError('E_TRANSITION', 'Solo se refacturan notas aprobadas.')
    const shares = inCents(given, note)
    const total = shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    if (shares.length === 0)
      throw new DomainError('E_SHARES', 'Añada al menos una empresa.', { field: 'shares' })
    if (new Set(shares.map(({ siteId }) => siteId)).size < shares.length)
      throw new DomainError('E_SHARES', 'Hay una empresa repetida.', { field: 'shares' })
    if (shares.some(({ siteId }) => siteId === note.siteId))
      throw new DomainError('E_SHARES', 'La empresa que paga la nota no se la refactura a sí misma.', {
        field: 'shares',
      })
    const wrong = shares.findIndex(({ amountMinor }) => amountMinor <= 0)
    if (wrong >= 0)
      throw new DomainError('E_AMOUNT', 'Introduzca un importe mayor que cero.', {
        field: `shares.${wrong}.${'amountMinor' in (given[wrong] ?? {}) ? 'amount' : 'percent'}`,
      })
    if (total > note.approvedMinor)
      throw new DomainError(
        'E_SHARES',
        `El reparto supera lo aprobado (${formatAmount(note.approvedMinor, note.currency)}).`,
        { field: 'shares' }
      )
    await execute(
      `insert into expense_note_rebillings (note_id, site_id, amount_minor, created_by)
       select :noteId, s.site_id, s.amount_minor, :userId::bigint from jsonb_to_recordset(:shares::jsonb) as s(site_id bigint, amount_minor bigint)`,
      {
        noteId,
        userId: actor.userId,
        shares: JSON.stringify(
          shares.map(({ siteId, amountMinor }) => ({ site_id: siteId, amount_minor: amountMinor }))
        ),
      },
      trx
    )
    note.merge({ rebilledAt: DateTime.now(), lockVersion: note.lockVersion + 1, updatedBy: actor.userId })
    await note.save()
    await recordEvent(
      {
        actor,
        objectType: 'expense_note',
        objectId: noteId,
        siteId: note.siteId,
        event: 'expense_note.rebilling_marked',
        reason: `${formatAmount(total, note.currency)} entre ${shares.length} ${shares.length === 1 ? 'empresa' : 'empresas'}`,
      },
      trx
    )
  })
}

/** Every share in cents. Throws at `shares` beyond the whole. */
function inCents(
  given: readonly RebillingShare[],
  { approvedMinor, currency }: ExpenseNote
): { siteId: number; amountMinor: number }[] {
  const weights = given.map((share) => ('basisPoints' in share ? Math.max(0, share.basisPoints) : 0))
  const asked = weights.reduce((sum, weight) => sum + weight, 0)
  if (asked > WHOLE) throw new DomainError('E_SHARES', 'El reparto supera el 100 %.', { field: 'shares' })
  // What nobody is to bear stays with the company that pays the note.
  const parts = Money.of(approvedMinor, currency).allocate([...weights, WHOLE - asked])
  return given.map((share, index) => ({
    siteId: share.siteId,
    amountMinor: 'amountMinor' in share ? share.amountMinor : (parts[index]?.minor ?? 0),
  }))
}
