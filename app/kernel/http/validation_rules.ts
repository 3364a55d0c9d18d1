import vine from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'
import { isCalendarDate } from '#app/kernel/calendar_date'
import { isCurrencyCode } from '#app/kernel/currency'
import { isValidIban, normalizeIban } from '#app/kernel/iban'
import { parseAmount } from '#app/kernel/money'

const calendarDateRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  if (typeof value !== 'string' || !isCalendarDate(value))
    field.report('Introduzca una fecha válida.', 'calendarDate', field)
})

type AmountOptions = { currencyField: string } | undefined

const amountRule = vine.createRule((value: unknown, options: AmountOptions, field: FieldContext) => {
  const minor = typeof value === 'number' ? value : parseAmount(String(value), currencyOf(options, field))
  if (minor === null || !Number.isSafeInteger(minor))
    field.report('Introduzca un importe válido.', 'amount', field)
  else field.mutate(minor, field)
})

/** The currency that stands in another field of the form; the euro when it names none. */
function currencyOf(options: AmountOptions, { parent }: FieldContext): string {
  const named = options ? String((parent as Record<string, unknown>)[options.currencyField] ?? '') : ''
  return isCurrencyCode(named.toUpperCase()) ? named.toUpperCase() : 'EUR'
}

const ibanRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const iban = normalizeIban(String(value))
  if (!isValidIban(iban)) field.report('El IBAN no es válido.', 'iban', field)
  else field.mutate(iban, field)
})

const keyRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  if (!Number.isSafeInteger(value) || Number(value) <= 0)
    field.report('El valor seleccionado no es válido.', 'key', field)
})

const rateRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const text = String(value).trim().replace(',', '.')
  if (/^\d{1,9}(\.\d{1,8})?$/.test(text) && Number(text) > 0) field.mutate(text, field)
  else field.report('Introduzca un tipo de cambio, por ejemplo 1,0842.', 'rate', field)
})

/** A day `YYYY-MM-DD`. */
export const day = () => vine.string().use(calendarDateRule())

/**
 * An amount in minor units: a number of them, or text in Spanish or plain notation. The output is a number of minor
 * units, of the currency in `currencyField` where there is one (a yen has no cents), else of the euro.
 */
export const amount = (options?: { currencyField: string }) =>
  vine
    .any()
    .use(amountRule(options))
    .transform((value) => value as number)

/** A valid IBAN, normalised. */
export const iban = () => vine.string().use(ibanRule())

/** The key of a row; no row has one that is beyond whole numbers. */
export const key = () => vine.number().use(keyRule())

/** Units of a currency for one euro: a positive decimal with eight decimals at most, its mark a point. */
export const exchangeRate = () => vine.string().use(rateRule())
