import { CATEGORIES, type Category, type DocumentKind, givesVat } from '#app/expenses/expense_categories'
import type ExpenseNote from '#app/expenses/models/expense_note'
import type { NoteLineToPost, NoteOfOther, NoteToPost } from '#app/expenses/postings/expense_note_posting'
import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { type CalendarDate, monthOf, today } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { ensureVatAccount } from '#app/ledger/actions/ensure_vat_account'
import { groupAccount } from '#app/ledger/actions/group_account'
import { openVatMonth } from '#app/ledger/queries/periods'
import { roleCode } from '#app/ledger/queries/role_account'

/** Everything that the posting of a locked note needs, its accounts found or opened. It is posted on the day it is approved. */
export async function preparePosting(
  note: ExpenseNote,
  createdBy: number | null,
  trx: Transaction
): Promise<NoteToPost> {
  const { siteId } = note
  if (siteId === null) throw new DomainError('E_SITE', 'Falta la empresa que paga la nota.')
  const claimant = claimantOf(note)
  const postedOn = today()
  const lines = await findLines(note.id, siteId, trx)
  return {
    id: note.id,
    number: note.number,
    version: note.postingVersion + 1,
    siteId,
    claimantName: note.claimantName,
    claimant,
    postedOn,
    vatPeriod: await openVatMonth(siteId, monthOf(postedOn), trx),
    payableAccountId: await payableAccount(note, trx),
    createdBy,
    lines: await prepareLines(
      lines.filter((line) => line.siteId === siteId),
      siteId,
      trx
    ),
    others: await prepareOthers(
      lines.filter((line) => line.siteId !== siteId),
      { siteId, postedOn },
      trx
    ),
  }
}

/** Other companies that bear lines of it, in the order of their keys. */
async function prepareOthers(
  lines: readonly Found[],
  { siteId: payerId, postedOn }: { siteId: number; postedOn: CalendarDate },
  trx: Transaction
): Promise<NoteOfOther[]> {
  const others: NoteOfOther[] = []
  const role = 'intercompany_current'
  for (const [siteId, own] of [...Map.groupBy(lines, (line) => line.siteId)].toSorted(([a], [b]) => a - b))
    others.push({
      siteId,
      vatPeriod: await openVatMonth(siteId, monthOf(postedOn), trx),
      owedAccountId: (await groupAccount({ siteId: payerId, partnerId: siteId, role }, trx)).id,
      owingAccountId: (await groupAccount({ siteId, partnerId: payerId, role }, trx)).id,
      lines: await prepareLines(own, siteId, trx),
    })
  return others
}

export function claimantOf({ employeeId, providerId }: ExpenseNote): NoteToPost['claimant'] {
  if (employeeId !== null) return { type: 'employee', id: employeeId }
  if (providerId !== null) return { type: 'provider', id: providerId }
  throw new DomainError('E_CLAIMANT', 'Falta identificar al solicitante: asígnelo a un empleado o proveedor.')
}

/** 4651 of the employee, or the account that the supplier's debts lie on. */
export async function payableAccount(
  note: Pick<ExpenseNote, 'siteId' | 'employeeId' | 'providerId' | 'currency'>,
  trx: Transaction
): Promise<number> {
  if (note.siteId === null) throw new Error('A note without a company owes nothing')
  const isEmployee = note.employeeId !== null
  const party = await oneRow<{ id: number; name: string; prefix: string }>(
    isEmployee
      ? `select id, full_name as name, '' as prefix from employees where id = :id`
      : `select id, legal_name as name, ledger_prefix as prefix from providers where id = :id`,
    { id: note.employeeId ?? note.providerId },
    trx
  )
  const { id } = await ensureAccount(
    {
      siteId: note.siteId,
      prefix: isEmployee ? await roleCode(note.siteId, 'employee_expenses_payable', trx) : party.prefix,
      subledger: isEmployee ? 'employee' : 'provider',
      subledgerId: party.id,
      name: party.name,
      currency: note.currency,
    },
    trx
  )
  return id
}

type Found = {
  /** Who bears it. */
  siteId: number
  category: Category
  documentKind: DocumentKind
  concept: string
  totalMinor: number
  vatMinor: number
  approvedMinor: number
  expenseAccountId: number | null
  vatCodeId: number | null
  accountSuffix: string | null
  isDeductible: boolean
}

/** What was approved, line by line, with the company that bears it. */
function findLines(noteId: number, siteId: number, trx: Transaction): Promise<Found[]> {
  return rows<Found>(
    `select coalesce(l.site_id, :siteId) as site_id, l.category, l.document_kind, l.concept, l.total_minor, l.vat_minor, l.approved_minor, l.expense_account_id, l.vat_code_id, t.account_suffix,
        coalesce(t.account_role = 'vat_input', false) as is_deductible
       from expense_note_lines l left join tax_codes t on t.id = l.vat_code_id
      where l.note_id = :noteId and l.approved_minor > 0 order by l.position`,
    { noteId, siteId },
    trx
  )
}

async function prepareLines(
  found: readonly Found[],
  siteId: number,
  trx: Transaction
): Promise<NoteLineToPost[]> {
  const prepared: NoteLineToPost[] = []
  for (const line of found)
    prepared.push({
      accountId: line.expenseAccountId ?? (await defaultAccount(siteId, line.category, trx)),
      concept: line.concept,
      totalMinor: line.totalMinor,
      vatMinor: line.vatMinor,
      approvedMinor: line.approvedMinor,
      vat: await vatOf(line, siteId, trx),
    })
  return prepared
}

async function defaultAccount(siteId: number, category: Category, trx: Transaction): Promise<number> {
  return (await ensureAccount({ siteId, prefix: CATEGORIES[category].account }, trx)).id
}

async function vatOf(line: Found, siteId: number, trx: Transaction): Promise<NoteLineToPost['vat']> {
  const isDeductible = line.isDeductible && givesVat(line.category, line.documentKind)
  if (!isDeductible || line.vatCodeId === null || line.vatMinor === 0) return null
  const accountId = await ensureVatAccount({ siteId, role: 'vat_input', suffix: line.accountSuffix }, trx)
  return { codeId: line.vatCodeId, accountId }
}
