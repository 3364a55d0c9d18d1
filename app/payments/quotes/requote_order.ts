import { type Actor, recordEvent } from '#app/audit/record_event'
import type { Quote } from '#app/banking/gateway/transfer_gateway'
import { IS_SAME_QUOTE } from '#app/banking/queries/same_quote'
import { execute, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { isDomainError } from '#app/kernel/domain_error'
import { formatAmount } from '#app/kernel/money/money'
import { bufferLocked } from '#app/payments/approvals/decide_order'
import { leaveBatch } from '#app/payments/bank/take_back_unsent'
import { tellLeads } from '#app/payments/bank/tell_leads'
import { backToDraft } from '#app/payments/orders/back_to_draft'
import { holdFunds } from '#app/payments/orders/move_order'
import PaymentOrder from '#app/payments/orders/payment_order'
import { toleranceOf } from '#app/payments/quotes/quote_tolerance'

/**
 * What was agreed on has expired and costs more than tolerated now: nothing was sent, the new cost is on record, and the payment
 * waits for its approvals anew, those of before are void. A draft with the reason where the buffer refuses it, and where the
 * provider gives the new cost under the key of another quote. Who approves is told.
 */
export async function requoteOrder(
  order: PaymentOrder,
  { quote, message }: { quote: Quote; message: string },
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const reason = `${costText(order, quote)} ${message}`.trim()
  await leaveBatch(order, reason, actor, trx)
  await backToDraft(order, 'reopen', reason, actor, trx)
  const quoteId = await keepQuote(order, quote, trx)
  if (quoteId !== null) await chargeBy(order, quoteId, trx)
  order.merge({ holdReason: 'quote_dearer' })
  order.fingerprint = PaymentOrder.fingerprintOf(order)
  await order.save()
  try {
    if (quoteId !== null)
      await bufferLocked(order, { confirmDuplicate: order.duplicateConfirmed }, actor, trx)
  } catch (error) {
    if (!isDomainError(error)) throw error
  }
  await tellLeads(
    {
      orderId: order.id,
      siteId: order.siteId,
      subject: `Pago ${order.number}: el cambio cuesta más de lo aprobado`,
      body: `El pago ${order.number} no se ha enviado y sus aprobaciones quedan sin efecto.\n\n${reason}${quoteId === null ? `\n\n${SAME_KEY}` : ''}\n\nEntre en Caudal para aprobarlo con su nuevo coste o cancelarlo.`,
    },
    trx
  )
}

const SAME_KEY =
  'El proveedor lo ha dado con la referencia de un presupuesto de otros importes: el pago queda en borrador con el coste anterior.'

/** It left at another quote that cost no more than tolerated: what its account is charged is what that one says. */
export async function keepSentQuote(
  order: PaymentOrder,
  quote: Quote,
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const before = order.chargeMinor
  if (before === null || quote.source.currency !== order.chargeCurrency) return
  // What has left cannot be called back: that it cost more than anybody approved is for people to look at.
  const isDearer = quote.source.minor > before + toleranceOf(before)
  const quoteId = isDearer ? null : await keepQuote(order, quote, trx)
  const reason = costText({ chargeMinor: before, chargeCurrency: order.chargeCurrency }, quote)
  if (quoteId === null) await alarm(order, { isDearer, reason }, trx)
  else {
    await chargeBy(order, quoteId, trx)
    await order.save()
    await holdFunds(order, 'hard', trx)
  }
  await recordEvent(
    {
      actor,
      objectType: 'payment_order',
      objectId: order.id,
      siteId: order.siteId,
      event: quoteId === null ? 'payment_order.cost_exceeded' : 'payment_order.requoted',
      reason,
      diff: { charge_minor: [before, quote.source.minor] },
    },
    trx
  )
}

/** It has left and cost what nobody approved: it stands among the incidents until its end, and who approves gets a mail. */
async function alarm(
  order: PaymentOrder,
  { isDearer, reason }: { isDearer: boolean; reason: string },
  trx: Transaction
): Promise<void> {
  order.holdReason = 'quote_dearer'
  await order.save()
  await tellLeads(
    {
      orderId: order.id,
      siteId: order.siteId,
      subject: `Pago ${order.number}: ha salido a otro coste que el aprobado`,
      body: `El pago ${order.number} ya está en el proveedor y no puede retirarse.\n\n${reason}\n\n${isDearer ? 'Es más de lo tolerado' : 'El proveedor lo dice con la referencia de un presupuesto de otros importes'}: compruebe el cargo con el proveedor. Entre en Caudal para revisarlo.`,
    },
    trx
  )
}

function costText(
  { chargeMinor, chargeCurrency }: Pick<PaymentOrder, 'chargeMinor' | 'chargeCurrency'>,
  { source }: Quote
): string {
  const before = formatAmount(chargeMinor ?? 0, chargeCurrency ?? source.currency)
  return `El presupuesto aprobado (${before}) había caducado: ahora cuesta ${formatAmount(source.minor, source.currency)}.`
}

/** What the account of an order is charged, by a quote that is on record and used by this order alone. */
export async function chargeBy(order: PaymentOrder, quoteId: number, trx: Transaction): Promise<void> {
  const quote = await oneRow<{ sourceMinor: number; sourceCurrency: string; feeMinor: number }>(
    `select source_minor, source_currency, fee_minor from provider_quotes where id = :quoteId`,
    { quoteId },
    trx
  )
  await execute(
    `update provider_quotes set used_by_order_id = null where used_by_order_id = :orderId and id <> :quoteId`,
    { orderId: order.id, quoteId },
    trx
  )
  await execute(
    `update provider_quotes set used_by_order_id = :orderId where id = :quoteId`,
    { orderId: order.id, quoteId },
    trx
  )
  order.merge({
    quoteId,
    chargeMinor: quote.sourceMinor,
    chargeCurrency: quote.sourceCurrency,
    chargeFeeMinor: quote.feeMinor,
  })
}

/**
 * A quote that the provider gave by itself, beside the one that it takes the place of. Null where its key is that of a quote
 * of other amounts: what was offered stays as it was.
 */
async function keepQuote(
  { quoteId }: PaymentOrder,
  { source, target, ...quote }: Quote,
  trx: Transaction
): Promise<number | null> {
  const kept = await row<{ id: number }>(
    `insert into provider_quotes as q (connector_id, external_id, provider_account_id, beneficiary_id, source_minor, source_currency, target_minor, target_currency, rate, fee_minor, delivery_on, expires_at)
     select connector_id, :externalId, provider_account_id, beneficiary_id, :sourceMinor, :sourceCurrency, :targetMinor, :targetCurrency, :rate, :feeMinor, :deliveryOn::date, :expiresAt from provider_quotes where id = :quoteId
     on conflict (connector_id, external_id) do update set expires_at = excluded.expires_at where ${IS_SAME_QUOTE} returning id`,
    {
      quoteId,
      externalId: quote.externalId,
      rate: quote.rate,
      feeMinor: quote.feeMinor,
      deliveryOn: quote.deliveryOn,
      expiresAt: quote.expiresAt,
      sourceMinor: source.minor,
      sourceCurrency: source.currency,
      targetMinor: target.minor,
      targetCurrency: target.currency,
    },
    trx
  )
  return kept?.id ?? null
}
