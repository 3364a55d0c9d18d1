import { bankOf } from '#app/banking/bank_provider'
import { formatAmount, type MoneyJson } from '#app/kernel/money/money'

/** «Qonto»; the code of a provider that is not known any more. */
export const providerTitle = (code: string): string => bankOf(code)?.connector.title ?? code

/** What is said of an account whose movements do not add up to its balance. */
export const mismatchText = ({ minor, currency }: MoneyJson, title: string): string =>
  `Descuadre de ${formatAmount(minor, currency)} con ${title}`
