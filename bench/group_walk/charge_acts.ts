import { SYSTEM } from '#app/audit/record_event'
import { bookInvoice, unbookInvoice } from '#app/invoices/booking/book_invoice'
import { annulFromPage } from '#app/issuing/invoices/annul_from_page'
import { oneRow } from '#app/kernel/database/sql'
import { today } from '#app/kernel/time/calendar_date'
import { settleCharges } from '#app/payments/kinds/rebilling/settle_charges'
import { createCharges } from '#app/rebilling/charges/create_charges'
import { issueCharge } from '#app/rebilling/charges/issue_charge'
import { rectifyCharge } from '#app/rebilling/charges/rectify_charge'
import { saveShare } from '#app/rebilling/sharing/save_share'
import { makeInvoice } from '#tests/factories/documents'
import { taxCodeId } from '#tests/factories/issuing'
import { payOrder } from '#tests/factories/loans'
import { approveAs, chargeOf, findCharge, makeBill, ofLine } from '#tests/factories/rebilling'
import { approveByHand } from '#tests/factories/sent_payments'
import {
  type Acted,
  DONE,
  documentNumber,
  type Group,
  loanStage,
  NOTHING,
  type Random,
  rebillingStage,
  refuseWhole,
  someDay,
  someKey,
} from './stage.js'

/** A supplier’s bill that several companies share, booked in all of their books. */
export async function share(random: Random, group: Group): Promise<Acted> {
  const stage = rebillingStage(random, group)
  const invoiceId = await makeInvoice({
    siteId: stage.originId,
    providerId: stage.provider.id,
    creator: stage.author,
    totalMinor: random.between(1, 2_000_000),
    issuedOn: someDay(random),
    number: documentNumber(),
    isAudited: false,
  })
  const { lockVersion } = await oneRow<{ lockVersion: number }>(
    `select lock_version from invoices where id = :invoiceId`,
    { invoiceId }
  )
  await saveShare({
    invoiceId,
    shareId: null,
    share: {
      lineIds: [],
      allocation: 'equal',
      allocationKey: null,
      targets: [stage.originId, ...stage.targetIds].map((siteId) => ({
        siteId,
        percentage: null,
        amountMinor: null,
      })),
      ruleName: null,
    },
    lockVersion,
    actor: stage.author.actor,
  })
  await approveByHand(invoiceId)
  await bookInvoice(invoiceId, SYSTEM)
  return DONE
}

/** The same taken back in all of their books. */
export async function unshare(random: Random, { author }: Group): Promise<Acted> {
  const invoiceId = await someKey(
    random,
    `select i.id from invoices i where i.status = 'booked' and exists (select 1 from cost_shares s where s.invoice_id = i.id)`
  )
  if (invoiceId === null) return NOTHING
  await unbookInvoice(invoiceId, 'El reparto era otro', author.actor)
  return DONE
}

/** By as many people as its amount asks for in both companies. */
async function approveFully(chargeId: number, { approvers }: Group): Promise<void> {
  for (const approver of approvers) {
    const { status } = await findCharge(chargeId)
    if (status === 'draft' || status === 'proposed') await approveAs(chargeId, approver)
  }
}

/** Costs of a company that are charged to others, some of them approved and issued at once. */
export async function rebill(random: Random, group: Group): Promise<Acted> {
  const stage = rebillingStage(random, group)
  const { lineId } = await makeBill(stage, {
    totalMinor: random.between(10, 900_000),
    issuedOn: someDay(random),
  })
  const isInvoice = random.between(0, 2) === 0
  const charges = await createCharges(
    chargeOf(stage, {
      costs: [ofLine(lineId)],
      chargedOn: someDay(random),
      targets: stage.targetIds.map((siteId) => ({ siteId, percentage: null, amountMinor: null })),
      markupBasisPoints: random.oneOf([0, 300, 500]),
      settlement: random.oneOf(['current_account', 'payment']),
      ...(isInvoice ? { treatment: 'invoice' as const, vatCodeId: await taxCodeId('IVA21') } : {}),
    }),
    stage.author.actor
  )
  for (const chargeId of charges) {
    if (random.between(0, 9) === 0) continue
    await approveFully(chargeId, group)
    await issueCharge(
      { chargeId, issuedOn: random.between(0, 9) === 0 ? someDay(random) : today() },
      stage.author.actor
    )
  }
  return DONE
}

/** What was issued and waits is paid over the bank. */
export async function settle(random: Random, group: Group): Promise<Acted> {
  const chargeId = await someKey(
    random,
    `select id from rebilling_transactions where status = 'issued' and settlement = 'payment' and total_minor > 0`
  )
  if (chargeId === null) return NOTHING
  const { refused } = await settleCharges([chargeId], group.author.actor)
  refuseWhole(refused)
  const { number } = await oneRow<{ number: string | null }>(
    `select max(number) as number from payment_orders where source_type = 'rebilling_transaction' and source_id = :chargeId and status = 'draft'`,
    { chargeId }
  )
  if (number !== null) await payOrder(loanStage(random, group), number, today())
  return DONE
}

/** A charge that was issued is taken back by another, which is approved and issued. */
export async function rectify(random: Random, group: Group): Promise<Acted> {
  const chargeId = await someKey(
    random,
    `select id from rebilling_transactions where status in ('issued', 'settled') and reverses_id is null`
  )
  if (chargeId === null) return NOTHING
  const { id } = await rectifyCharge(chargeId, 'Se cobró de más', group.author.actor)
  await approveFully(id, group)
  await issueCharge({ chargeId: id, issuedOn: today() }, group.author.actor)
  return DONE
}

/** A charge that should never have been issued is annulled in both books. */
export async function annul(random: Random, { author }: Group): Promise<Acted> {
  const issuedId = await someKey(
    random,
    `select issued_invoice_id as id from rebilling_transactions where status in ('issued', 'settled') and issued_invoice_id is not null and reverses_id is null`
  )
  if (issuedId === null) return NOTHING
  await annulFromPage(issuedId, 'No correspondía a esta empresa', author.actor)
  return DONE
}
