import { DateTime } from 'luxon'
import { type Actor, recordEvent } from '#app/audit/record_event'
import { lockNote } from '#app/expenses/actions/note_state'
import type ExpenseNote from '#app/expenses/models/expense_note'
import { type NoteShare, noteRebilling, type RebillingTerms } from '#app/expenses/ports'
import { execute, inTransaction, oneRow, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount, Money } from '#app/kernel/money/money'

/** How much of a note another company is to bear: cents, or a part of what was approved in basis points. */
export type RebillingShare = { siteId: number } & ({ amountMinor: number } | { basisPoints: number })

/** By hand who bears what, or a rule that says so. */
export type RebillingAsked = RebillingTerms & { shares: readonly RebillingShare[] }

const WHOLE = 10_000

const OWED = ['approved', 'in_payment', 'paid']

/**
 * Charges an approved note on to the companies that are to bear it: a draft charge for each, which people of both companies
 * approve. Once for each note, however often it is asked for. Percentages that make up the whole share out every cent. Throws
 * E_REBILLED, at `shares`, `shares.{n}.amount` or `shares.{n}.percent`, and what the charges refuse.
 */
export async function markRebilling(noteId: number, asked: RebillingAsked, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const note = await lockNote(noteId, trx)
    if (note.rebilledAt !== null) throw new DomainError('E_REBILLED', 'La nota ya está refacturada.')
    const { siteId } = note
    if (!OWED.includes(note.status) || siteId === null)
      throw new DomainError('E_TRANSITION', 'Solo se refacturan notas aprobadas.')
    const own = { approvedMinor: await ownMinor(noteId, trx), currency: note.currency, siteId }
    const { settingId, treatment, vatCodeId } = asked
    const shares =
      settingId === null
        ? inCents(asked.shares, own)
        : await noteRebilling.one().byRule({ settingId, siteId, amountMinor: own.approvedMinor }, trx)
    refuseUnsound(shares, settingId === null ? asked.shares : [], own)
    await keep(note, shares, actor, trx)
    const terms = { settingId, treatment, vatCodeId }
    const name = `${note.number} de ${note.claimantName}`
    await noteRebilling
      .one()
      .charge({ id: noteId, siteId, name, approvedMinor: own.approvedMinor, shares, terms }, actor, trx)
  })
}

type Own = { approvedMinor: number; currency: string; siteId: number }

/** What was approved of what the company that pays the note bears itself. */
async function ownMinor(noteId: number, trx: Transaction): Promise<number> {
  const { approvedMinor } = await oneRow<{ approvedMinor: number }>(
    `select coalesce(sum(approved_minor), 0)::bigint as approved_minor from expense_note_lines where note_id = :noteId and site_id is null`,
    { noteId },
    trx
  )
  return approvedMinor
}

function refuseUnsound(
  shares: readonly NoteShare[],
  given: readonly RebillingShare[],
  { approvedMinor, currency, siteId }: Own
): void {
  const refuse = (message: string, field = 'shares') => new DomainError('E_SHARES', message, { field })
  if (shares.length === 0) throw refuse('Añada al menos una empresa.')
  if (new Set(shares.map((share) => share.siteId)).size < shares.length)
    throw refuse('Hay una empresa repetida.')
  if (shares.some((share) => share.siteId === siteId))
    throw refuse('La empresa que paga la nota no se la refactura a sí misma.')
  const wrong = shares.findIndex(({ amountMinor }) => amountMinor <= 0)
  if (wrong >= 0)
    throw refuse(
      'Introduzca un importe mayor que cero.',
      `shares.${wrong}.${'amountMinor' in (given[wrong] ?? {}) ? 'amount' : 'percent'}`
    )
  if (shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0) > approvedMinor)
    throw refuse(`El reparto supera lo aprobado (${formatAmount(approvedMinor, currency)}).`)
}

async function keep(
  note: ExpenseNote,
  shares: readonly NoteShare[],
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const total = shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  await execute(
    `insert into expense_note_rebillings (note_id, site_id, amount_minor, created_by)
     select :noteId, s.site_id, s.amount_minor, :userId::bigint from jsonb_to_recordset(:shares::jsonb) as s(site_id bigint, amount_minor bigint)`,
    {
      noteId: note.id,
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
      objectId: note.id,
      siteId: note.siteId,
      event: 'expense_note.rebilling_marked',
      reason: `${formatAmount(total, note.currency)} entre ${shares.length} ${shares.length === 1 ? 'empresa' : 'empresas'}`,
    },
    trx
  )
}

/** Every share in cents. Throws at `shares` beyond the whole. */
function inCents(given: readonly RebillingShare[], { approvedMinor, currency }: Own): NoteShare[] {
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
