import vine from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'
import { isCalendarDate } from '#app/kernel/calendar_date'
import { isValidIban, normalizeIban } from '#app/kernel/iban'
import { parseAmount } from '#app/kernel/money'

const calendarDateRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  if (typeof value !== 'string' || !isCalendarDate(value))
    field.report('Introduzca una fecha válida.', 'calendarDate', field)
})

const amountRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const minor = typeof value === 'number' ? value : parseAmount(String(value))
  if (minor === null || !Number.isSafeInteger(minor))
    field.report('Introduzca un importe válido.', 'amount', field)
  else field.mutate(minor, field)
})

const ibanRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const iban = normalizeIban(String(value))
  if (!isValidIban(iban)) field.report('El IBAN no es válido.', 'iban', field)
  else field.mutate(iban, field)
})

/** A day `YYYY-MM-DD`. */
export const day = () => vine.string().use(calendarDateRule())

/** An amount in cents: a number of cents, or text in Spanish or plain notation. The output is a number of cents. */
export const amount = () =>
  vine
    .any()
    .use(amountRule())
    .transform((value) => value as number)

/** A valid IBAN, normalised. */
export const iban = () => vine.string().use(ibanRule())

/** The key of a row. */
export const key = () => vine.number().withoutDecimals().positive()
