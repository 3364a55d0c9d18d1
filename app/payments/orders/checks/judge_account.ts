import { DomainError } from '#app/kernel/domain_error'
import { isValidIban } from '#app/kernel/identifiers/iban'
import { formatAmount } from '#app/kernel/money/money'
import { checkCreditTransferFile } from '#app/payments/files/check_credit_transfer_file'
import { error, type OrderCheck, warning } from '#app/payments/orders/checks/order_check'
import type { OrderFacts } from '#app/payments/orders/checks/order_facts'
import { chargedMinor, type OrderRecord } from '#app/payments/orders/payment_order'

/** The account that is charged: in use, allowed to who asks, of the currency, able to do it. */
export function judgeAccount(order: OrderRecord, { account }: OrderFacts): OrderCheck[] {
  const found: OrderCheck[] = []
  if (account.status !== 'active') found.push(error('account', 'La cuenta de cargo no está activa.'))
  if (account.paying?.isClosed)
    found.push(error('account', `La cuenta de cargo está cerrada en ${account.paying.title}.`))
  if (!account.isAllowed)
    found.push(error('account', 'No tiene permiso para pagar desde la cuenta de cargo.'))
  if (!account.isPayer)
    found.push(
      error(
        'account',
        `${account.companyName} no puede pagar por la empresa que lo debe: elija otra cuenta de cargo.`
      )
    )
  const isExchanged = order.quoteId !== null && account.paying?.capabilities.quotes === true
  if (account.currency !== order.currency && !isExchanged)
    found.push(
      error(
        'account',
        `La cuenta de cargo está en ${account.currency} y el pago en ${order.currency}: elija una cuenta en ${order.currency}, o páguelo en el banco y concilie el movimiento con la factura.`
      )
    )
  const isInstant = account.paying?.capabilities.instant ?? account.isInstant
  if (order.speed === 'instant' && !(isInstant && order.currency === 'EUR'))
    found.push(error('account', NOT_INSTANT))
  return found
}

/** Said of an instant payment from an account that cannot make it. */
export const NOT_INSTANT = 'El banco de la cuenta de cargo no admite transferencias inmediatas.'

/** What no file could carry, with the words of the file's own checks: found before the order stops others. */
export function judgeFile(order: OrderRecord, { account, bank }: OrderFacts): OrderCheck[] {
  if (order.channel === 'api' && !account.paying && order.currency !== 'EUR')
    return [error('file', `Por red solo se pagan euros, y el pago es en ${order.currency}.`)]
  if (order.channel !== 'sepa_file' || !isValidIban(order.creditorIban ?? '')) return []
  if (order.currency !== 'EUR')
    return [error('file', `Un fichero SEPA solo lleva euros, y el pago es en ${order.currency}.`)]
  if (!isValidIban(account.iban ?? ''))
    return [error('file', 'La cuenta de cargo no tiene un IBAN válido para el fichero SEPA.')]
  try {
    checkCreditTransferFile({
      version: account.painVersion,
      messageId: 'CHECK',
      createdAt: new Date(),
      initiator: { name: account.companyName },
      blocks: [
        {
          id: 'CHECK',
          debtor: {
            name: account.companyName,
            iban: account.iban ?? '',
            bic: account.bic ?? undefined,
            address: { town: account.companyTown ?? '', country: account.companyCountry },
          },
          executionOn: order.executionDate,
          batchBooking: false,
          transfers: [
            {
              instructionId: order.number,
              endToEndId: order.endToEndId,
              amountMinor: order.amountMinor,
              creditor: {
                name: order.creditorName,
                iban: order.creditorIban ?? '',
                bic: bank?.bic ?? undefined,
              },
              remittance: order.remittance,
            },
          ],
        },
      ],
    })
    return []
  } catch (problem) {
    if (!(problem instanceof DomainError)) throw problem
    return [error('file', problem.message)]
  }
}

/** Whether the account has the money now. */
export function judgeFunds(order: OrderRecord, { availableMinor }: OrderFacts): OrderCheck[] {
  return availableMinor >= chargedMinor(order) ? [] : [warning('funds', lackOfFunds(order, availableMinor))]
}

/** What is said of a payment for which there is not enough money. */
export function lackOfFunds(
  order: Pick<OrderRecord, 'amountMinor' | 'currency' | 'chargeMinor' | 'chargeCurrency'>,
  availableMinor: number
): string {
  const { chargeCurrency, currency } = order
  return `Saldo insuficiente: faltan ${formatAmount(chargedMinor(order) - availableMinor, chargeCurrency ?? currency)}.`
}
