import vine from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'
import { isValidIban, normalizeIban } from '#app/kernel/identifiers/iban'
import { isCurrencyCode } from '#app/kernel/money/currency'
import { formatAmount, parseAmount } from '#app/kernel/money/money'
import { isPlausibleDay } from '#app/kernel/time/calendar_date'

const calendarDateRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  if (typeof value !== 'string' || !isPlausibleDay(value))
    field.report('Introduzca una fecha válida.', 'calendarDate', field)
})

/** A day and a time of day, as a form or a program writes them: `2026-03-10T09:30`, with or without seconds and zone. */
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)?)?$/

const momentRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  if (!isPlausibleDay(MOMENT.exec(String(value))?.[1] ?? ''))
    field.report('Introduzca una fecha y una hora válidas.', 'moment', field)
})

/** The most that a form takes, in minor units: 999.999.999,99, as much as a transfer in euros carries. */
export const AMOUNT_MAX = 99_999_999_999

type AmountOptions = {
  currencyField?: string
  /** The least in minor units; below zero as much as above unless told. */
  min?: number
  max?: number
}

const amountRule = vine.createRule((value: unknown, options: AmountOptions, field: FieldContext) => {
  const currency = currencyOf(options, field)
  const minor =
    typeof value === 'number' ? value : typeof value === 'string' ? parseAmount(value, currency) : null
  const { max = AMOUNT_MAX, min = -max } = options
  if (minor === null || !Number.isSafeInteger(minor))
    field.report('Introduzca un importe válido.', 'amount', field)
  else if (minor < min && min >= 0)
    field.report(
      min === 0 ? 'El importe no puede ser negativo.' : 'Introduzca un importe mayor que cero.',
      'amount.min',
      field
    )
  else if (minor < min || minor > max)
    field.report(`El importe máximo es ${formatAmount(max, currency)}.`, 'amount.max', field)
  else field.mutate(minor, field)
})

/** The currency that stands in another field of the form; the euro when it names none. */
function currencyOf({ currencyField }: AmountOptions, { parent }: FieldContext): string {
  const named = currencyField ? String((parent as Record<string, unknown>)[currencyField] ?? '') : ''
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

/** A day, or a day and a time of day, in ISO 8601. */
export const moment = () => vine.string().use(momentRule())

/**
 * An amount in minor units: a number of them, or text in Spanish or plain notation. The output is a number of minor
 * units, of the currency in `currencyField` where there is one (a yen has no cents), else of the euro. Of either sign, up
 * to 999.999.999,99: what may not be negative says so with `positiveAmount` or `amountFromZero`.
 */
export const amount = (options: AmountOptions = {}) =>
  vine
    .any()
    .use(amountRule(options))
    .transform((value) => value as number)

/** An amount of one minor unit or more: what is paid, owed or agreed. */
export const positiveAmount = (options: Omit<AmountOptions, 'min'> = {}) => amount({ ...options, min: 1 })

/** An amount that may be nothing but never less: a limit, one side of an entry, a part of a sum. */
export const amountFromZero = (options: Omit<AmountOptions, 'min'> = {}) => amount({ ...options, min: 0 })

/** A valid IBAN, normalised. */
export const iban = () => vine.string().use(ibanRule())

/** The key of a row; no row has one that is beyond whole numbers. */
export const key = () => vine.number().use(keyRule())

/** Units of a currency for one euro: a positive decimal with eight decimals at most, its mark a point. */
export const exchangeRate = () => vine.string().use(rateRule())
