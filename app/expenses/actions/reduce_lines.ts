import { type Actor, recordEvent } from '#app/audit/record_event'
import type ExpenseNote from '#app/expenses/models/expense_note'
import { execute, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

/** What of a line is approved, in cents, and why not all of it. */
export type Reduction = { lineId: number; approvedMinor: number; comment: string | null }

type Line = {
  id: number
  position: number
  totalMinor: number
  approvedMinor: number
  comment: string | null
}

/**
 * Sets what is approved of lines of a locked note: never more than stands there. Gives whether anything changed. Throws at
 * `lines.{n}.approved` and `lines.{n}.comment`.
 */
export async function reduceLines(
  note: ExpenseNote,
  reductions: readonly Reduction[],
  actor: Actor,
  trx: Transaction
): Promise<boolean> {
  const lines = await rows<Line>(
    `select id, position, total_minor, approved_minor, comment from expense_note_lines where note_id = :id order by position`,
    { id: note.id },
    trx
  )
  const wanted = reductions.flatMap((reduction) => {
    const line = lines.find(({ id }) => id === reduction.lineId)
    if (!line) throw new DomainError('E_LINE', 'La línea no es de esta nota: recargue la página.')
    return line.approvedMinor === reduction.approvedMinor ? [] : [{ line, ...reduction }]
  })
  for (const { line, approvedMinor, comment } of wanted) {
    const at = (field: string) => `lines.${line.position - 1}.${field}`
    if (approvedMinor < 0 || approvedMinor > line.approvedMinor)
      throw new DomainError('E_AMOUNT', 'El importe aprobado no puede superar el de la línea.', {
        field: at('approved'),
      })
    if ((comment ?? '').trim().length < 3)
      throw new DomainError('E_COMMENT', 'Explique por qué no se aprueba todo.', { field: at('comment') })
    await execute(
      `update expense_note_lines set approved_minor = :approvedMinor, comment = :comment where id = :id`,
      { id: line.id, approvedMinor, comment: comment?.trim() ?? null },
      trx
    )
  }
  if (wanted.length === 0) return false
  const before = note.approvedMinor
  const taken = wanted.reduce((sum, { line, approvedMinor }) => sum + line.approvedMinor - approvedMinor, 0)
  note.approvedMinor = before - taken
  await note.save()
  await recordEvent(
    {
      actor,
      objectType: 'expense_note',
      objectId: note.id,
      siteId: note.siteId,
      event: 'expense_note.reduced',
      diff: { approved_minor: [before, note.approvedMinor] },
    },
    trx
  )
  return true
}
