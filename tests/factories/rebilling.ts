import { SYSTEM } from '#app/audit/record_event'
import { bookInvoice } from '#app/invoices/booking/book_invoice'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { type CalendarDate, calendarDate, today } from '#app/kernel/time/calendar_date'
import { approveCharge } from '#app/rebilling/charges/approve_charge'
import { createCharges, type NewCharges } from '#app/rebilling/charges/create_charges'
import { issueCharge } from '#app/rebilling/charges/issue_charge'
import { computeProposals } from '#app/rebilling/proposals/compute_proposals'
import { createSetting } from '#app/rebilling/settings/save_setting'
import type { SettingInput } from '#app/rebilling/settings/setting_input'
import { makeSite } from '#tests/factories/books'
import { makeInvoice, makeProvider, type TestProvider } from '#tests/factories/documents'
import { taxCodeId } from '#tests/factories/issuing'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { approveByHand } from '#tests/factories/sent_payments'

export type RebillingStage = {
  /** The company that bears costs first, and those that others are charged to. */
  originId: number
  targetIds: number[]
  provider: TestProvider
  /** Senior accounting: writes rules and charges. */
  author: Person
  /** May approve without limit in all of these companies. */
  approver: Person
}

/** A holding and so many companies, a supplier of the holding, who writes charges and who approves them. */
export async function makeRebillingStage(targets = 3): Promise<RebillingStage> {
  const author = await makeUser('superC0ntab1l1dad')
  const approver = await makeUser('aprobador')
  const { siteId: originId } = await makeSite()
  const targetIds: number[] = []
  for (let index = 0; index < targets; index++) targetIds.push((await makeSite()).siteId)
  for (const siteId of [originId, ...targetIds]) await letApprove(siteId, approver, ['rebilling'], null)
  return { originId, targetIds, author, approver, provider: await makeProvider(author) }
}

type Bill = {
  totalMinor?: number
  issuedOn?: string
  docType?: 'invoice' | 'credit_note'
  rectifies?: number
  siteId?: number
}

let numbers = 0

/** An invoice of the holding's supplier in the books; of 121,00 € the net of 100,00 is its cost. Gives its key and that of its line. */
export async function makeBill(
  { originId, provider, author }: RebillingStage,
  {
    totalMinor = 12_100,
    issuedOn = '2026-03-10',
    docType = 'invoice',
    rectifies,
    siteId = originId,
  }: Bill = {}
): Promise<{ invoiceId: number; lineId: number }> {
  const invoiceId = await makeInvoice({
    siteId,
    providerId: provider.id,
    creator: author,
    totalMinor,
    issuedOn,
    docType,
    number: `RB-${siteId}-${Date.now()}-${++numbers}`,
    isAudited: false,
  })
  if (docType === 'credit_note')
    await execute(
      `update invoices set rectifies_invoice_id = :rectifies::bigint, rectification_note = case when :rectifies::bigint is null then 'Sin factura original' end where id = :invoiceId`,
      { invoiceId, rectifies: rectifies ?? null }
    )
  await approveByHand(invoiceId)
  await bookInvoice(invoiceId, SYSTEM)
  const { lineId } = await oneRow<{ lineId: number }>(
    `select id as line_id from invoice_lines where invoice_id = :invoiceId order by position limit 1`,
    { invoiceId }
  )
  return { invoiceId, lineId }
}

/** A rule of the holding that shares its supplier's invoices out in equal parts, document by document, as debit notes. */
export const ruleOf = (stage: RebillingStage, more: Partial<SettingInput> = {}): SettingInput => ({
  name: `Regla ${stage.originId}-${++numbers}`,
  originSiteId: stage.originId,
  takesInvoices: true,
  takesNotes: false,
  takesCosts: false,
  providerIds: [stage.provider.id],
  profileIds: [],
  categoryIds: [],
  accountCodes: [],
  textFilter: null,
  allocation: 'equal',
  allocationKey: null,
  markupBasisPoints: 0,
  treatment: 'debit_note',
  vatCodeId: null,
  incomeAccount: null,
  expenseAccount: null,
  frequency: 'per_document',
  autoPropose: true,
  settlement: 'current_account',
  validFrom: calendarDate('2026-01-01'),
  validTo: null,
  priority: 100,
  active: true,
  targets: stage.targetIds.map((siteId) => ({ siteId, percentage: null, amountMinor: null })),
  ...more,
})

export const makeRule = (stage: RebillingStage, more: Partial<SettingInput> = {}): Promise<number> =>
  createSetting(ruleOf(stage, more), stage.author.actor)

/** Everything that is there until today, by the rules of the holding. */
export const computeAll = ({ originId }: RebillingStage, until: CalendarDate = today()) =>
  computeProposals({ siteIds: [originId], until, mode: 'asked', actor: SYSTEM })

/** A charge by hand of some of the holding's costs to the first of the others, as a debit note. */
export const chargeOf = (stage: RebillingStage, more: Partial<NewCharges> = {}): NewCharges => ({
  originSiteId: stage.originId,
  chargedOn: calendarDate('2026-03-31'),
  concept: 'Gastos de marzo',
  costs: [],
  manual: null,
  allocation: 'equal',
  allocationKey: null,
  targets: stage.targetIds.slice(0, 1).map((siteId) => ({ siteId, percentage: null, amountMinor: null })),
  markupBasisPoints: 0,
  treatment: 'debit_note',
  vatCodeId: null,
  settlement: 'current_account',
  ...more,
})

export const ofLine = (lineId: number, amountMinor: number | null = null) => ({
  sourceType: 'invoice_line' as const,
  sourceId: lineId,
  amountMinor,
})

export type FoundCharge = {
  id: number
  number: string
  targetSiteId: number
  baseMinor: number
  markupMinor: number
  vatMinor: number
  totalMinor: number
  status: string
  reversesId: number | null
  correctsId: number | null
  isChain: boolean
  sourceAlert: string | null
  invoiceNumber: string | null
}

/** The charges of the holding, in the order in which they were made. */
export const chargesOf = ({ originId }: Pick<RebillingStage, 'originId'>): Promise<FoundCharge[]> =>
  rows<FoundCharge>(
    `select id, number, target_site_id, base_minor, markup_minor, vat_minor, total_minor, status, reverses_id, corrects_id, is_chain, source_alert, invoice_number
       from rebilling_transactions where origin_site_id = :originId order by id`,
    { originId }
  )

/** What an approver is shown of a charge. */
export async function shownOf(chargeId: number): Promise<string> {
  const { fingerprint } = await oneRow<{ fingerprint: string }>(
    `select rebilling_fingerprint(t) as fingerprint from rebilling_transactions t where t.id = :chargeId`,
    { chargeId }
  )
  return fingerprint
}

/** Approved by one person in both companies. */
export const approveAs = async (chargeId: number, { actor }: Person) =>
  approveCharge({ chargeId, shownFingerprint: await shownOf(chargeId), actor })

export const ISSUED_ON = calendarDate('2026-04-10')

/** A draft by hand of a whole bill to the first of the others, approved in both companies. Gives its key. */
export async function makeApprovedCharge(
  stage: RebillingStage,
  more: Partial<NewCharges> = {}
): Promise<{ chargeId: number; invoiceId: number; lineId: number }> {
  const { invoiceId, lineId } = await makeBill(stage)
  const [chargeId = 0] = await createCharges(
    chargeOf(stage, { costs: [ofLine(lineId)], ...more }),
    stage.author.actor
  )
  await approveAs(chargeId, stage.approver)
  return { chargeId, invoiceId, lineId }
}

/** The same issued on ISSUED_ON. */
export async function makeIssuedCharge(stage: RebillingStage, more: Partial<NewCharges> = {}) {
  const made = await makeApprovedCharge(stage, more)
  await issueCharge({ chargeId: made.chargeId, issuedOn: ISSUED_ON }, stage.author.actor)
  return made
}

/** An invoice with 21 % and a margin of five. */
export const asInvoice = async (): Promise<Partial<NewCharges>> => ({
  treatment: 'invoice',
  vatCodeId: await taxCodeId('IVA21'),
  markupBasisPoints: 500,
})

/** What stands on accounts of a company that begin so, in cents. */
export async function bookSum(siteId: number, prefix: string): Promise<number> {
  const { minor } = await oneRow<{ minor: number }>(
    `select coalesce(sum(l.base_minor), 0)::bigint as minor from journal_lines l join ledger_accounts a on a.id = l.account_id where a.site_id = :siteId and a.code ^@ :prefix`,
    { siteId, prefix }
  )
  return minor
}

export type FoundState = FoundCharge & {
  issuedInvoiceId: number | null
  targetInvoiceId: number | null
  settledMinor: number
}

export const findCharge = (chargeId: number): Promise<FoundState> =>
  oneRow<FoundState>(
    `select id, number, target_site_id, base_minor, markup_minor, vat_minor, total_minor, status, reverses_id, corrects_id, is_chain, source_alert, invoice_number,
        issued_invoice_id, target_invoice_id, settled_minor from rebilling_transactions where id = :chargeId`,
    { chargeId }
  )
