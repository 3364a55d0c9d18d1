import { type Actor, changedFields, recordEvent } from '#app/audit/record_event'
import { keepDoubts, lockNote } from '#app/expenses/actions/note_state'
import { refuseOtherReviewer } from '#app/expenses/actions/review_lock'
import { exemptMinor } from '#app/expenses/allowances'
import type { Category, DocumentKind, PerDiemKind } from '#app/expenses/expense_categories'
import type ExpenseNote from '#app/expenses/models/expense_note'
import { vatAddsUp } from '#app/expenses/prepare_lines'
import { readLimits, readVatRates } from '#app/expenses/queries/expense_rules'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { revokeDecisions } from '#app/sites/actions/record_decision'

export type Assignment = {
  noteId: number
  siteId: number
  employeeId: number | null
  providerId: number | null
  lockVersion: number
}

/** Says which company bears a note and whose it is. Throws at `employee_id`, E_STALE. */
export async function assignNote(given: Assignment, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const note = await lockForEditing(given, actor, trx)
    if ((given.employeeId === null) === (given.providerId === null))
      throw new DomainError('E_CLAIMANT', 'Elija un empleado o un proveedor.', { field: 'employee_id' })
    const before = { siteId: note.siteId, employeeId: note.employeeId, providerId: note.providerId }
    const after = { siteId: given.siteId, employeeId: given.employeeId, providerId: given.providerId }
    const diff = changedFields(before, after)
    if (diff === null) return
    const isOther = before.employeeId !== after.employeeId || before.providerId !== after.providerId
    note.merge({ ...after, ...(isOther ? { matchedBy: actor.userId, ibanConfirmedBy: null } : {}) })
    // An account of the plan is one company's.
    if (before.siteId !== after.siteId)
      await execute(
        `update expense_note_lines set expense_account_id = case when site_id is null then null else expense_account_id end, site_id = nullif(site_id, :siteId) where note_id = :id`,
        { id: note.id, siteId: given.siteId },
        trx
      )
    await keepEdited(note, { event: 'expense_note.assigned', diff, actor }, trx)
  })
}

export type LineEdit = {
  noteId: number
  lineId: number
  category: Category
  documentKind: DocumentKind
  supplierTaxId: string | null
  invoiceNumber: string | null
  vatMinor: number
  vatCodeId: number | null
  expenseAccountId: number | null
  /** The company that bears it, where it is another than that of the note. */
  siteId: number | null
  approvedMinor: number
  comment: string | null
  lockVersion: number
}

type Line = {
  id: number
  spentOn: CalendarDate
  category: Category
  documentKind: DocumentKind
  supplierTaxId: string | null
  invoiceNumber: string | null
  totalMinor: number
  vatMinor: number
  vatCodeId: number | null
  expenseAccountId: number | null
  siteId: number | null
  approvedMinor: number
  comment: string | null
  km: string | null
  perDiemKind: PerDiemKind | null
  days: number | null
}

/**
 * What the reviewer puts right of a line: what it is, its VAT and account, and how much of it is approved. The total stays
 * what was asked for; mileage and per diem stay what they are. Throws at the field.
 */
export async function editLine(asked: LineEdit, actor: Actor): Promise<void> {
  await inTransaction(async (trx) => {
    const note = await lockForEditing(asked, actor, trx)
    const given = { ...asked, siteId: asked.siteId === note.siteId ? null : asked.siteId }
    const line = await row<Line>(
      `select id, spent_on, category, document_kind, supplier_tax_id::text, invoice_number, total_minor, vat_minor, vat_code_id, expense_account_id, site_id, approved_minor, comment,
          km::text, per_diem_kind, days from expense_note_lines where id = :lineId and note_id = :noteId`,
      { lineId: given.lineId, noteId: given.noteId },
      trx
    )
    if (!line) throw new DomainError('E_LINE', 'La línea no es de esta nota: recargue la página.')
    await refuseUnsound(note, line, given, trx)
    const after = fieldsOf(given)
    const diff = changedFields(fieldsOf(line), after)
    if (diff === null) return
    await execute(
      `update expense_note_lines set category = :category, document_kind = :documentKind, supplier_tax_id = :supplierTaxId, invoice_number = :invoiceNumber, vat_minor = :vatMinor,
          base_minor = total_minor - :vatMinor, vat_code_id = :vatCodeId, expense_account_id = :expenseAccountId, site_id = :siteId, approved_minor = :approvedMinor, comment = :comment, exempt_minor = :exempt
        where id = :id`,
      {
        id: line.id,
        ...after,
        exempt: exemptMinor({ ...line, category: given.category }, await readLimits(trx)),
      },
      trx
    )
    note.merge({
      vatMinor: note.vatMinor - line.vatMinor + given.vatMinor,
      approvedMinor: note.approvedMinor - line.approvedMinor + given.approvedMinor,
    })
    await keepEdited(note, { event: 'expense_note.line_changed', diff, actor }, trx)
  })
}

const fieldsOf = (line: Omit<LineEdit, 'noteId' | 'lineId' | 'lockVersion'>) => ({
  category: line.category,
  documentKind: line.documentKind,
  supplierTaxId: line.supplierTaxId,
  invoiceNumber: line.invoiceNumber,
  vatMinor: line.vatMinor,
  vatCodeId: line.vatCodeId,
  expenseAccountId: line.expenseAccountId,
  siteId: line.siteId,
  approvedMinor: line.approvedMinor,
  comment: line.comment,
})

const ALLOWANCES: readonly Category[] = ['mileage', 'per_diem']

async function refuseUnsound(
  note: ExpenseNote,
  line: Line,
  given: LineEdit,
  trx: Transaction
): Promise<void> {
  const isAllowance = ALLOWANCES.includes(line.category)
  if (given.category !== line.category && (isAllowance || ALLOWANCES.includes(given.category)))
    throw refusal('category', 'El kilometraje y las dietas no se convierten en otra cosa: reduzca la línea.')
  if (given.approvedMinor < 0 || given.approvedMinor > line.totalMinor)
    throw refusal('approved', 'El importe aprobado no puede superar el de la línea.')
  if (given.approvedMinor < line.totalMinor && (given.comment ?? '').trim().length < 3)
    throw refusal('comment', 'Explique por qué no se aprueba todo.')
  if (given.documentKind === 'invoice' && !given.supplierTaxId)
    throw refusal('supplier_tax_id', 'Indique el NIF de quien emite la factura.')
  if (given.documentKind === 'invoice' && !given.invoiceNumber)
    throw refusal('invoice_number', 'Indique el número de la factura.')
  await refuseVat(note, line, given, trx)
  if (given.expenseAccountId !== null)
    await refuseAccount(given.siteId ?? note.siteId, given.expenseAccountId, trx)
}

async function refuseVat(note: ExpenseNote, line: Line, given: LineEdit, trx: Transaction): Promise<void> {
  const { vatMinor, vatCodeId } = given
  if (vatMinor < 0 || vatMinor >= line.totalMinor || (vatMinor > 0 && ALLOWANCES.includes(line.category)))
    throw refusal('vat', 'El importe del IVA no cuadra con la base.')
  if (vatCodeId === null) return
  const code = (await readVatRates(given.siteId ?? note.siteId, trx)).find(({ id }) => id === vatCodeId)
  if (!code) throw refusal('vat_code_id', 'Este impuesto no es del territorio de la empresa.')
  const { totalMinor } = line
  if (vatMinor === 0 || !vatAddsUp({ totalMinor, vatMinor, rateBasisPoints: code.rateBasisPoints }))
    throw refusal('vat', 'El importe del IVA no cuadra con la base.')
}

async function refuseAccount(siteId: number | null, accountId: number, trx: Transaction): Promise<void> {
  const found = await row(
    `select 1 as found from ledger_accounts where id = :accountId and site_id = :siteId and is_postable and code like '6%'`,
    { accountId, siteId },
    trx
  )
  if (!found) throw refusal('expense_account_id', 'Elija una cuenta de gasto de la empresa.')
}

/** The note under its lock, in review by who changes it and as the form showed it. */
async function lockForEditing(
  { noteId, lockVersion }: { noteId: number; lockVersion: number },
  actor: Actor,
  trx: Transaction
): Promise<ExpenseNote> {
  const note = await lockNote(noteId, trx)
  if (note.status !== 'in_review')
    throw new DomainError('E_TRANSITION', 'La nota no está en revisión: recargue la página.')
  if (note.lockVersion !== lockVersion)
    throw new DomainError('E_STALE', 'Otro usuario ha modificado este registro. Recargue la página.', {
      field: 'form',
    })
  await refuseOtherReviewer(note, actor, trx)
  return note
}

type Edit = { event: string; diff: Record<string, [unknown, unknown]>; actor: Actor }

/** What was approved of it before is approved no more, and who changed it does not approve it. */
async function keepEdited(note: ExpenseNote, { event, diff, actor }: Edit, trx: Transaction): Promise<void> {
  note.merge({ lastEditedBy: actor.userId, updatedBy: actor.userId, lockVersion: note.lockVersion + 1 })
  await note.save()
  await revokeDecisions('expense_note', note.id, trx)
  await recordEvent(
    { actor, objectType: 'expense_note', objectId: note.id, siteId: note.siteId, event, diff },
    trx
  )
  await keepDoubts(note, trx)
}

const refusal = (field: string, message: string) => new DomainError('E_EXPENSE_LINE', message, { field })
