import { formatAmount } from '#app/kernel/money/money'
import { error, type OrderCheck, warning } from '#app/payments/orders/checks/order_check'
import type { OrderFacts } from '#app/payments/orders/checks/order_facts'
import { chargedMinor, type OrderRecord } from '#app/payments/orders/payment_order'

/** What the connection of its account cannot be told, or asks for. Of a draft a document may still be added. */
export function judgeNetwork(
  order: OrderRecord,
  { account, attachments, isQuoteOver, source }: OrderFacts
): OrderCheck[] {
  if (order.channel !== 'api' || !account.paying) return []
  const { title, capabilities } = account.paying
  const found: OrderCheck[] = []
  if (capabilities.currencies !== null && !capabilities.currencies.includes(order.currency))
    found.push(error('file', `${title} no envía pagos en ${order.currency}.`))
  if (
    order.providerBeneficiaryId === null &&
    !source?.isAtSameProvider &&
    !capabilities.payees.includes('iban')
  )
    found.push(error('file', `${title} solo paga a beneficiarios dados de alta: elija uno.`))
  const limit = capabilities.attachmentAboveMinor
  const euros =
    order.currency === 'EUR' ? order.amountMinor : order.chargeCurrency === 'EUR' ? chargedMinor(order) : 0
  if (limit !== null && attachments === 0 && euros > limit)
    found.push({
      code: 'attachment',
      level: order.status === 'draft' ? 'warning' : 'error',
      message: attachmentText(limit),
    })
  if (isQuoteOver)
    found.push(
      warning(
        'quote',
        `El presupuesto ha caducado: al enviarlo se pide otro, y si cuesta más de lo tolerado el pago se aprueba de nuevo.`
      )
    )
  return found
}

/** «Adjunte al menos un justificante: obligatorio por encima de 30.000 €.» */
const attachmentText = (limitMinor: number) =>
  `Adjunte al menos un justificante: obligatorio por encima de ${formatAmount(limitMinor, 'EUR').replace(',00', '')}.`
