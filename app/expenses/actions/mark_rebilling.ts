import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { lockNote } from '#app/expenses/actions/note_state'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money'
import { execute, inTransaction } from '#app/kernel/sql'

/** How much of a note another company is to bear, in cents. */
export type RebillingShare = { siteId: number; amountMinor: number }

const OWED = ['approved', 'in_payment', 'paid']

/**
 * Marks which companies are to bear an approved note: what the rebilling takes up. Once for each note, however often it is
 * asked for. Throws E_REBILLED, and at `shares` or `shares.{n}.amount`.
 */
export async function markRebilling(
  noteId: number,
  shares: readonly RebillingShare[],
  actor: Actor
): Promise<void> {
  await inTransaction(async (trx) => {
    const note = await lockNote(noteId, trx)
    if (note.rebilledAt !== null) throw new DomainError('E_REBILLED', 'La nota ya está refacturada.')
    if (!OWED.includes(note.status))
      throw new DomainError('E_TRANSITION', 'Solo se refacturan notas aprobadas.')
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
        field: `shares.${wrong}.amount`,
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
