import { listEvents } from '#app/audit/list_events'
import { type Client, row, rows } from '#app/kernel/database/sql'
import { NotFound } from '#app/kernel/http/access_denied'
import type { MoneyJson } from '#app/kernel/money/money'
import { type ApprovalSide, approvalSides } from '#app/rebilling/charges/approval_sides'
import { ALERTS, actionsOf, type ChargeViewer, spanText } from '#app/rebilling/charges/list_charges'
import { type ShownCharge, showCharge } from '#app/rebilling/charges/show_charge'
import { REBILLING, SETTLEMENTS, SOURCE_LABELS, TREATMENTS } from '#app/rebilling/rebilling_labels'
import { percentText } from '#app/rebilling/settings/list_settings'
import { rebillingWorkflow } from '#app/rebilling/workflows/rebilling_workflow'
import { overrideHindrance } from '#app/sites/queries/override_hindrance'

const euros = (minor: number): MoneyJson => ({ minor, currency: 'EUR' })

/** A charge with its costs, the others of its sum, its documents for whose they are, its approvals in both companies and what has happened to it. 404 where there is none. */
export async function chargePage(
  chargeId: number,
  viewer: ChargeViewer,
  { isOrigin, isTarget }: { isOrigin: boolean; isTarget: boolean }
) {
  const charge = await showCharge(chargeId)
  if (!charge) throw new NotFound()
  const { fingerprint, sides } = await approvalSides(charge)
  const isOpen = charge.status === 'draft' || charge.status === 'proposed'
  const actions = actionsOf(charge, viewer).filter((act) => isOrigin || act === 'approve' || act === 'settle')
  return {
    charge: {
      ...headOf(charge),
      // Each document is its own company’s.
      issuedInvoiceId: isOrigin ? charge.issuedInvoiceId : null,
      targetInvoiceId: isTarget ? charge.targetInvoiceId : null,
    },
    costs: charge.costs.map(costRow),
    split: await splitOf(charge.splitId),
    loan: await loanOf(chargeId),
    approvals: isOpen ? sides.map((side) => shownSide(side, viewer)) : [],
    fingerprint,
    actions: actions.filter((act) => act !== 'approve' || sides.some((side) => canDecide(side, viewer))),
    canOverride: isOpen && viewer.role === 's1st3ma' && (await mayOverride(sides, viewer)),
    events: await listEvents(REBILLING, chargeId),
  }
}

function headOf(charge: ShownCharge) {
  return {
    id: charge.id,
    number: charge.number,
    status: {
      label: rebillingWorkflow.label(charge.status),
      tone: rebillingWorkflow.tone(charge.status),
    },
    origin: { id: charge.originSiteId, name: charge.originName },
    target: { id: charge.targetSiteId, name: charge.targetName, isActive: charge.targetIsActive },
    period: spanText(charge.periodFrom, charge.periodTo),
    concept: charge.concept,
    rule: charge.settingId === null ? null : { id: charge.settingId, name: charge.settingName ?? '' },
    treatment: TREATMENTS[charge.treatment],
    tax: charge.taxName,
    settlement: SETTLEMENTS[charge.settlement],
    settlementCode: charge.settlement,
    base: euros(charge.baseMinor),
    markup: euros(charge.markupMinor),
    markupText: charge.markupBasisPoints > 0 ? percentText(charge.markupBasisPoints) : null,
    vat: euros(charge.vatMinor),
    total: euros(charge.totalMinor),
    settled: euros(charge.settledMinor),
    issuedOn: charge.issuedOn,
    dueOn: charge.dueOn,
    document: charge.invoiceNumber,
    isChain: charge.isChain,
    alert: charge.sourceAlert ? ALERTS[charge.sourceAlert] : null,
    discardReason: charge.discardReason,
    related: charge.related,
    lockVersion: charge.lockVersion,
  }
}

const costRow = (cost: ShownCharge['costs'][number]) => ({
  id: cost.id,
  kind: SOURCE_LABELS[cost.sourceType],
  document: cost.document,
  href: cost.href,
  concept: cost.concept,
  account: cost.accountCode,
  on: cost.on,
  cost: cost.costMinor === null ? null : euros(cost.costMinor),
  amount: euros(cost.amountMinor),
})

type SplitRow = {
  id: number
  number: string
  target: string
  status: keyof typeof rebillingWorkflow.states
  baseMinor: number
}

/** The charges that the same sum was shared out into. */
async function splitOf(splitId: string, client?: Client) {
  const found = await rows<SplitRow>(
    `select t.id, t.number, s.legal_name::text as target, t.status, t.base_minor from rebilling_transactions t join sites s on s.id = t.target_site_id
      where t.split_id = :splitId::uuid and t.status <> 'discarded' order by t.id`,
    { splitId },
    client
  )
  return found.map(({ status, baseMinor, ...row }) => ({
    ...row,
    status: { label: rebillingWorkflow.label(status), tone: rebillingWorkflow.tone(status) },
    base: euros(baseMinor),
  }))
}

/** The loan of the two companies that its debt went into. */
const loanOf = (chargeId: number) =>
  row<{ id: number; number: string }>(
    `select l.id, l.number from loan_taken_debts d join loans l on l.id = d.loan_id
      where d.source_type = '${REBILLING}' and d.source_id = :chargeId and d.undone_by_id is null`,
    { chargeId }
  )

const canDecide = ({ candidates, given, required }: ApprovalSide, { id }: ChargeViewer) =>
  given < required && candidates.some(({ userId, reason }) => userId === id && reason === null)

function shownSide(side: ApprovalSide, viewer: ChargeViewer) {
  return {
    siteId: side.siteId,
    name: side.name,
    given: side.given,
    required: side.required,
    isMine: canDecide(side, viewer),
    people: side.candidates.map(({ userId, name, reason }) => ({ userId, name, reason })),
  }
}

/** Where nobody may approve for one of the companies, the system role does (area 02). */
async function mayOverride(sides: readonly ApprovalSide[], { id }: ChargeViewer): Promise<boolean> {
  for (const side of sides.filter(({ given, required }) => given < required))
    if ((await overrideHindrance(side.question, id)) === null) return true
  return false
}
