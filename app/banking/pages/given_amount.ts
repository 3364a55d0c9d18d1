import { DomainError } from '#app/kernel/domain_error'
import { AMOUNT_MAX } from '#app/kernel/http/validation_rules'
import { formatAmount, type MoneyJson, parseAmount } from '#app/kernel/money/money'

/** An amount as a form has it, in minor units of its currency. Throws E_AMOUNT at `amount` for what is none above zero. */
export function givenAmount(text: string, currency: string): number {
  const minor = parseAmount(text, currency)
  if (minor === null || minor <= 0) throw refused('Introduzca un importe mayor que cero.')
  if (minor > AMOUNT_MAX) throw refused(`El importe máximo es ${formatAmount(AMOUNT_MAX, currency)}.`)
  return minor
}

/** Throws E_AMOUNT where an account has less than what would leave it, by what its bank said last. */
export function assertAvailable(available: MoneyJson, leavesMinor: number): void {
  if (leavesMinor > available.minor)
    throw refused(
      `El importe supera el saldo disponible (${formatAmount(available.minor, available.currency)}).`
    )
}

const refused = (message: string) => new DomainError('E_AMOUNT', message, { field: 'amount' })
