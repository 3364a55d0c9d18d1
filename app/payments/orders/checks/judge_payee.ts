import { error, type OrderCheck, warning } from '#app/payments/orders/checks/order_check'
import type { OrderFacts } from '#app/payments/orders/checks/order_facts'
import { PAYEE_TEXTS } from '#app/payments/orders/page/payee_texts'
import type { OrderRecord } from '#app/payments/orders/payment_order'

const BARRED: Record<string, string> = {
  blocked: 'está bloqueado.',
  draft: 'está por revisar: valídelo antes de pagarle.',
}

/** The account of a supplier or an employee: theirs, verified, past its wait, and still what the payment says. */
export function judgeBank(order: OrderRecord, { bank }: OrderFacts, reinforced: string[]): OrderCheck[] {
  if (order.creditorType !== 'provider' && order.creditorType !== 'employee') return []
  const payee = order.creditorType === 'provider' ? 'El proveedor' : 'El empleado'
  if (!bank) return [error('unverified', `${payee} no tiene una cuenta bancaria verificada.`)]
  const found: OrderCheck[] = []
  if (!bank.active || bank.status !== 'active')
    found.push(
      error(
        bank.status === 'blocked' ? 'blocked' : 'creditor',
        `${payee} ${BARRED[bank.status] ?? 'está inactivo.'}`
      )
    )
  if (bank.verification !== 'verified' || bank.isDisabled)
    found.push(error('unverified', 'La cuenta bancaria no está verificada.'))
  else if (!bank.isPayable)
    found.push(
      error(
        'waiting',
        `La cuenta bancaria se verificó hace menos de ${bank.coolingHours} horas: espere antes del primer pago.`
      )
    )
  if (bank.iban !== order.creditorIban)
    found.push(error('bank', 'La cuenta bancaria ha cambiado. Revise el pago.'))
  if (bank.paymentMethod === 'direct_debit')
    found.push(
      error('collects', 'El proveedor cobra por domiciliación: una transferencia la pagaría otra vez.')
    )
  if (bank.isShared) found.push(warning('shared', 'La cuenta bancaria también es de otro beneficiario.'))
  if (bank.isRecent) reinforced.push('Cuenta bancaria reciente')
  return found
}

/** What the payee's bank said of the name, where it was asked. */
export function judgePayee({ vopResult, vopName }: OrderRecord, reinforced: string[]): OrderCheck[] {
  if (vopResult === null) return []
  const result = vopResult as keyof typeof PAYEE_TEXTS
  if (result === 'close_match' || result === 'no_match') reinforced.push('El titular no coincide')
  return [
    { code: 'payee', level: result === 'match' ? 'ok' : 'warning', message: PAYEE_TEXTS[result](vopName) },
  ]
}

/**
 * Somebody else than who made a beneficiary of a provider verifies it, and it waits as an account of a supplier does, before it
 * is paid for the first time.
 */
export function judgeBeneficiary(
  order: OrderRecord,
  { beneficiary }: OrderFacts,
  reinforced: string[]
): OrderCheck[] {
  if (!beneficiary) return []
  const found: OrderCheck[] = []
  if (beneficiary.status !== 'active')
    found.push(error('creditor', 'El beneficiario no está activo en el proveedor.'))
  if (!beneficiary.isVerified)
    found.push(
      error('unverified', 'El beneficiario es nuevo: otra persona debe verificarlo antes del primer pago.')
    )
  else if (!beneficiary.isPayable)
    found.push(
      error(
        'waiting',
        `El beneficiario se verificó hace menos de ${beneficiary.coolingHours} horas: espere antes del primer pago.`
      )
    )
  if (beneficiary.iban !== order.creditorIban)
    found.push(error('bank', 'La cuenta del beneficiario ha cambiado. Revise el pago.'))
  else if (beneficiary.isVerifiedAnew)
    found.push(
      error(
        'bank',
        'El beneficiario se ha verificado de nuevo desde que el pago pasó a la bolsa. Revise el pago.'
      )
    )
  if (!beneficiary.isOwn)
    found.push(error('account', 'El beneficiario es de otra conexión que la cuenta de cargo.'))
  if (beneficiary.isRecent) reinforced.push('Cuenta bancaria reciente')
  return found
}
