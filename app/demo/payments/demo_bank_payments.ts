import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { openDemoBank } from '#app/demo/books/demo_bank'
import type { DemoSite } from '#app/demo/group/demo_sites'
import type { DemoUsers } from '#app/demo/group/demo_users'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { ibanFromCcc } from '#app/kernel/identifiers/iban'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { recoverPayments } from '#app/payments/bank/recover_payments'
import { submitBatch } from '#app/payments/bank/submit_batch'
import { SANDBOX } from '#app/payments/gateway/sandbox_gateway'
import { createOrder } from '#app/payments/kinds/supplier/create_orders'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import type { Fault } from '#app/payments/sandbox_bank/bank_faults'

/** What becomes of each payment: one executed, one at the bank, one to be authorised, one without an answer. */
const FATES: Fault[] = ['none', 'none', 'needs_authorisation', 'lost_before_accepting']
const UNKNOWN_HOURS = 25

/**
 * An account whose bank takes payments by network, and some payments in the states that only such a bank knows. The bank
 * is a program of the demo.
 */
export async function createDemoBankPayments(sites: DemoSite[], users: DemoUsers): Promise<void> {
  const [site] = sites
  if (!site) return
  const accountId = await openAccount(site, users)
  const bank = await openDemoBank()
  const invoices = await rows<{ id: number }>(
    `select i.id from invoices i where i.site_id = :siteId and i.status = 'booked' and i.payment_state = 'unpaid' and i.open_alarms = 0 and i.currency = 'EUR' and i.doc_type <> 'credit_note'
       and exists (select 1 from provider_banks b where b.provider_id = i.provider_id and b.verification = 'verified') order by i.id limit :count`,
    { siteId: site.id, count: FATES.length }
  )
  const orderIds: number[] = []
  for (const [index, { id }] of invoices.entries()) {
    bank.faultOf = () => FATES[index] ?? 'none'
    orderIds.push(await send(id, accountId, users))
    if (index === 0) bank.work()
  }
  const lost = orderIds[FATES.indexOf('lost_before_accepting')]
  if (lost)
    await execute(
      `update payment_attempts set started_at = started_at - make_interval(hours => ${UNKNOWN_HOURS}) where order_id = :lost`,
      { lost }
    )
  await recoverPayments({ pollSeconds: 0 })
}

async function openAccount(site: DemoSite, users: DemoUsers): Promise<number> {
  const { id: profileId } = await oneRow<{ id: number }>(
    `insert into bank_profiles (name, channel, gateway) values ('Banco de demostración (envío directo)', 'api', :gateway) returning id`,
    { gateway: SANDBOX }
  )
  const accountId = await openBankAccount(
    {
      siteId: site.id,
      name: 'Cuenta de envío directo',
      kind: 'bank',
      providerCode: 'manual',
      currency: 'EUR',
      iban: ibanFromCcc('210004181009990001') ?? '',
      holderName: site.legalName,
      openedOn: calendarDate('2026-01-01'),
      openingBalanceMinor: 25_000_000,
      isPayerDefault: false,
    },
    { userId: users.system, kind: 'user' }
  )
  await execute(`update bank_accounts set bank_profile_id = :profileId where id = :accountId`, {
    profileId,
    accountId,
  })
  return accountId
}

async function send(invoiceId: number, debtorAccountId: number, users: DemoUsers): Promise<number> {
  const senior = { userId: users.senior, kind: 'user' as const }
  const { id } = await createOrder({ invoiceId, debtorAccountId }, senior)
  await bufferOrder(id, senior, true)
  for (const userId of [users.secondApprover, users.approver, users.system]) {
    const { status, fingerprint } = await PaymentOrder.findOrFail(id)
    if (status === 'buffered')
      await approveOrder({ orderId: id, shownFingerprint: fingerprint, actor: { userId, kind: 'user' } })
  }
  const { batchIds } = await releaseOrders([id], { userId: users.approver, kind: 'user' })
  for (const batchId of batchIds) await submitBatch(batchId)
  return id
}
