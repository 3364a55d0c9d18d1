import vine from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'
import { amountFromZero, day, key, positiveAmount } from '#app/kernel/http/validation_rules'
import { keysOf } from '#app/kernel/text/labels'
import { EARLY_LABELS, LOAN_FILE_KINDS, LOAN_KINDS, RATE_TYPES } from '#app/loans/loan_labels'
import { DAY_COUNTS } from '#app/loans/schedule/day_count'
import { METHODS, PERIODICITIES } from '#app/loans/schedule/terms'

/** What is lent may be more than a transfer carries: 99.999.999.999,99. */
const LENT_MAX = 9_999_999_999_999

const optional = (max: number) => vine.string().trim().maxLength(max).nullable().optional()
const version = () => vine.number().withoutDecimals().min(0)
const count = () => vine.number().withoutDecimals().min(0).max(480)

const percentRule = vine.createRule(
  (value: unknown, { decimals, message }: { decimals: number; message: string }, field: FieldContext) => {
    const text = String(value).trim().replace('−', '-').replace(',', '.')
    if (new RegExp(`^-?\\d{1,3}(\\.\\d{1,${decimals}})?$`).test(text)) field.mutate(text, field)
    else field.report(message, 'percent', field)
  }
)

/** A percentage as decimal text, its mark a point: it never passes through a float. */
const percent = (decimals: number, message: string) => vine.string().use(percentRule({ decimals, message }))
const rate = () => percent(6, 'El tipo de interés debe estar entre 0 y 30.')
const share = () => percent(2, 'Introduzca un porcentaje, por ejemplo 19.')

export const createLoanValidator = vine.create({
  /** Which of the two the form asks for. */
  lender: vine.enum(['site', 'bank'] as const).optional(),
  /** A company of the group; null where a bank lends. */
  lender_site_id: key().nullable().optional().requiredWhen('lender', '=', 'site'),
  lender_name: vine
    .string()
    .trim()
    .minLength(2)
    .maxLength(120)
    .nullable()
    .optional()
    .requiredWhen('lender', '=', 'bank'),
  borrower_site_id: key(),
  kind: vine.enum(keysOf(LOAN_KINDS)),
  currency: vine.string().trim().toUpperCase().fixedLength(3),
  principal: positiveAmount({ max: LENT_MAX })
    .nullable()
    .optional()
    .requiredWhen('kind', '!=', 'current_account'),
  start_on: day(),
})

export const configurationValidator = vine.create({
  principal: positiveAmount({ max: LENT_MAX }).nullable().optional(),
  method: vine.enum(METHODS).nullable().optional(),
  rate_type: vine.enum(keysOf(RATE_TYPES)),
  rate: rate(),
  rate_index: vine.string().trim().minLength(2).maxLength(40).nullable().optional(),
  spread: rate().nullable().optional(),
  day_count: vine.enum(DAY_COUNTS),
  periodicity: vine.enum(PERIODICITIES),
  start_on: day(),
  first_payment_on: day().nullable().optional(),
  periods: count().nullable().optional(),
  maturity_on: day().nullable().optional(),
  grace_periods: count().nullable().optional(),
  custom: vine
    .array(vine.object({ due_on: day(), principal: amountFromZero({ max: LENT_MAX }) }))
    .maxLength(480)
    .nullable()
    .optional(),
  capitalise: vine.boolean().optional(),
  withholding_rate: share().nullable().optional(),
  fee: amountFromZero().nullable().optional(),
  loaded_on: day().nullable().optional(),
  loaded_amount: positiveAmount({ max: LENT_MAX }).nullable().optional(),
  lock_version: version(),
})

export const updateLoanValidator = vine.create({
  lender_account_id: key().nullable().optional(),
  borrower_account_id: key().nullable().optional(),
  auto_pay: vine.boolean().optional(),
  market_rate_note: optional(2000),
  lock_version: version(),
})

export const approvalValidator = vine.create({
  fingerprint: vine.string().fixedLength(64),
  comment: optional(500),
})

export const reasonValidator = vine.create({ reason: optional(500) })

export const paymentValidator = vine.create({
  pay_on: day(),
  split: vine.enum(['auto', 'manual'] as const),
  amount: positiveAmount().nullable().optional(),
  principal: amountFromZero().nullable().optional(),
  interest: amountFromZero().nullable().optional(),
  fee: amountFromZero().nullable().optional(),
  account_id: key().nullable().optional(),
  is_paid: vine.boolean().optional(),
  statement_line_id: key().nullable().optional(),
})

export const withdrawalValidator = vine.create({
  value_on: day(),
  amount: positiveAmount(),
  account_id: key().nullable().optional(),
})

/** What stands on the current account of two companies, into a loan of theirs. */
export const debtValidator = vine.create({
  loan_id: key(),
  amount: positiveAmount({ max: LENT_MAX }),
  value_on: day(),
})

export const earlyPaymentValidator = vine.create({
  on: day(),
  amount: positiveAmount(),
  option: vine.enum(keysOf(EARLY_LABELS)),
  penalty_rate: share().nullable().optional(),
  account_id: key().nullable().optional(),
  is_paid: vine.boolean().optional(),
  statement_line_id: key().nullable().optional(),
})

export const revisionValidator = vine.create({
  from_on: day(),
  rate: rate(),
  source: vine.string().trim().minLength(3).maxLength(200),
})

export const loanFilesValidator = vine.create({
  files: vine.array(vine.file()).minLength(1).maxLength(20),
  kind: vine.enum(keysOf(LOAN_FILE_KINDS)),
})
