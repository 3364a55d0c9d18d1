import { CATEGORIES, type Category, type DocumentKind, givesVat } from '#app/expenses/expense_categories'
import type ExpenseNote from '#app/expenses/models/expense_note'
import type { NoteToPost } from '#app/expenses/postings/expense_note_posting'
import { oneRow, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { monthOf, today } from '#app/kernel/time/calendar_date'
import { ensureAccount } from '#app/ledger/actions/ensure_account'
import { ensureVatAccount } from '#app/ledger/actions/ensure_vat_account'
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
    lines: await prepareLines(note.id, siteId, trx),
  }
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

async function prepareLines(noteId: number, siteId: number, trx: Transaction): Promise<NoteToPost['lines']> {
  const found = await rows<Found>(
    `select l.category, l.document_kind, l.concept, l.total_minor, l.vat_minor, l.approved_minor, l.expense_account_id, l.vat_code_id, t.account_suffix,
        coalesce(t.account_role = 'vat_input', false) as is_deductible
       from expense_note_lines l left join tax_codes t on t.id = l.vat_code_id
      where l.note_id = :noteId order by l.position`,
    { noteId },
    trx
  )
  const prepared: NoteToPost['lines'] = []
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

async function vatOf(
  line: Found,
  siteId: number,
  trx: Transaction
): Promise<NoteToPost['lines'][number]['vat']> {
  const isDeductible = line.isDeductible && givesVat(line.category, line.documentKind)
  if (!isDeductible || line.vatCodeId === null || line.vatMinor === 0) return null
  const accountId = await ensureVatAccount({ siteId, role: 'vat_input', suffix: line.accountSuffix }, trx)
  return { codeId: line.vatCodeId, accountId }
}
