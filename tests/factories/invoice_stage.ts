import { type ApprovalOutcome, approveInvoice } from '#app/invoices/approval/approve_invoice'
import { submitInvoice } from '#app/invoices/approval/submit_invoice'
import Invoice from '#app/invoices/models/invoice'
import { invoiceFingerprint } from '#app/invoices/queries/invoice_fingerprint'
import { oneRow, rows } from '#app/kernel/database/sql'
import { makeSite } from '#tests/factories/books'
import { makeInvoice, makeProvider, type TestProvider } from '#tests/factories/documents'
import { letApprove, makeUser, type Person } from '#tests/factories/people'

export type InvoiceStage = {
  siteId: number
  provider: TestProvider
  accountant: Person
  approver: Person
  second: Person
  senior: Person
}

/** A company with a supplier, who registers its invoices and two people who approve them without limit. */
export async function makeInvoiceStage(): Promise<InvoiceStage> {
  const { siteId } = await makeSite()
  const [accountant, approver, second, senior] = [
    await makeUser('c0ntab1l1dad'),
    await makeUser('aprobador'),
    await makeUser('aprobador'),
    await makeUser('superC0ntab1l1dad'),
  ]
  for (const person of [approver, second]) await letApprove(siteId, person, ['invoice'], null)
  return { siteId, provider: await makeProvider(senior), accountant, approver, second, senior }
}

type Wanted = { totalMinor?: number; number?: string; withholdingMinor?: number; issuedOn?: string }

export const reviewed = (
  { siteId, provider, accountant }: InvoiceStage,
  wanted: Wanted = {}
): Promise<number> => makeInvoice({ siteId, providerId: provider.id, creator: accountant, ...wanted })

export async function submitted(stage: InvoiceStage, wanted: Wanted = {}): Promise<number> {
  const id = await reviewed(stage, wanted)
  await submitInvoice(id, stage.accountant.actor)
  return id
}

/** Approves what the invoice shows now, whatever alarms are open. */
export const approve = async (invoiceId: number, { actor }: Person): Promise<ApprovalOutcome> =>
  approveInvoice({
    invoiceId,
    shownFingerprint: await invoiceFingerprint(invoiceId),
    justifications: 'Comprobado con el proveedor',
    actor,
  })

export async function booked(stage: InvoiceStage, wanted: Wanted = {}): Promise<number> {
  const id = await submitted(stage, wanted)
  await approve(id, stage.approver)
  return id
}

/** What every correction sends: the invoice, who, and the version that the form showed. */
export async function form(invoiceId: number, { actor }: Person) {
  const { lockVersion } = await Invoice.findOrFail(invoiceId)
  return { invoiceId, actor, lockVersion }
}

export async function taxCode(code: string): Promise<number> {
  const { id } = await oneRow<{ id: number }>(`select id from tax_codes where code = :code`, { code })
  return id
}

export const firstLine = (invoiceId: number) =>
  oneRow<{
    id: number
    concept: string
    quantity: string
    baseMinor: number
    vatCodeId: number
    categoryId: number
    accountCode: string
    deductiblePercent: number
  }>(
    `select id, concept, quantity::text, base_minor, vat_code_id, category_id, account_code, deductible_percent from invoice_lines where invoice_id = :invoiceId order by position limit 1`,
    { invoiceId }
  )

/** The entry of a booked invoice: three digits of the account and cents, in the order of the entry. */
export async function entryOf(invoiceId: number): Promise<[string, number][]> {
  const lines = await rows<{ code: string; amountMinor: number }>(
    `select left(a.code, 3) as code, l.amount_minor from invoices i join journal_lines l on l.entry_id = i.journal_entry_id
       join ledger_accounts a on a.id = l.account_id where i.id = :invoiceId order by l.line_no`,
    { invoiceId }
  )
  return lines.map(({ code, amountMinor }) => [code, amountMinor])
}
