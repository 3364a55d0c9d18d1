import vine from '@vinejs/vine'
import { amountFromZero, day, key, positiveAmount } from '#app/kernel/http/validation_rules'
import { keysOf } from '#app/kernel/text/labels'
import { AMOUNT_MODES, RECURRENT_KINDS } from '#app/payments/kinds/recurring/recurrent_workflow'
import { FREQUENCIES } from '#app/payments/kinds/recurring/schedule'
import { PAYROLL_CONCEPTS } from '#app/payroll/payroll_concepts'

const currencyCode = () =>
  vine
    .string()
    .fixedLength(3)
    .regex(/^[A-Z]{3}$/)
const ids = () => vine.array(key()).minLength(1).maxLength(5000)

export const createOrdersValidator = vine.create({
  invoice_ids: ids(),
  execution_date: day().nullable().optional(),
  debtor_account_id: key().nullable().optional(),
  amount: positiveAmount({ currencyField: 'currency' }).nullable().optional(),
  currency: currencyCode().optional(),
  /** Of one: what was agreed on where the account is in another currency, and whether it is left at its provider as a draft. */
  quote_id: key().nullable().optional(),
  as_draft: vine.boolean().optional(),
  /** Of several invoices, those of which only a part is paid. */
  parts: vine
    .array(
      vine.object({
        invoice_id: key(),
        currency: currencyCode(),
        amount: positiveAmount({ currencyField: 'currency' }),
      })
    )
    .maxLength(500)
    .optional(),
  /** One transfer a supplier, its credit notes netted. */
  is_grouped: vine.boolean().optional(),
  nets_credits: vine.boolean().optional(),
})
export const payFromFundValidator = vine.create({
  invoice_id: key(),
  amount: positiveAmount(),
  execution_date: day().nullable().optional(),
})
export const invoiceIdsValidator = vine.create({ invoice_ids: ids() })
export const orderIdsValidator = vine.create({
  order_ids: ids(),
  confirm_duplicate: vine.boolean().optional(),
  confirm_payee: vine.boolean().optional(),
})
export const lendValidator = vine.create({ loan_id: key(), value_on: day().nullable().optional() })
export const approveOrdersValidator = vine.create({
  orders: vine
    .array(vine.object({ id: key(), fingerprint: vine.string().fixedLength(64) }))
    .minLength(1)
    .maxLength(400),
  comment: vine.string().trim().maxLength(500).nullable().optional(),
})
export const approveOrderValidator = vine.create({
  fingerprint: vine.string().fixedLength(64),
  comment: vine.string().trim().maxLength(500).nullable().optional(),
})
export const commentValidator = vine.create({ reason: vine.string().trim().minLength(5).maxLength(500) })
export const modifyOrderValidator = vine.create({
  fingerprint: vine.string().fixedLength(64),
  debtor_account_id: key(),
  execution_date: day(),
  is_instant: vine.boolean().optional(),
  /** Only asked for in the pay buffer. */
  reason: vine.string().trim().maxLength(500).nullable().optional(),
})
/** Several payments of the pay buffer, sent back for one reason. */
export const sendBackValidator = vine.create({
  order_ids: vine.array(key()).minLength(1).maxLength(400),
  reason: vine.string().trim().minLength(5).maxLength(500),
})
export const takeOutOfBatchValidator = vine.create({
  order_ids: vine.array(key()).minLength(1).maxLength(1000),
  reason: vine.string().trim().minLength(5).maxLength(500),
  /** Asked for once its file was downloaded. */
  is_not_at_bank: vine.boolean().optional(),
})
export const outcomeValidator = vine.create({
  code: vine.string().trim().maxLength(10).optional(),
  reason: vine.string().trim().minLength(5).maxLength(500),
  on: day().optional(),
})
export const payNowValidator = vine.create({
  order_ids: ids(),
  reason: vine.string().trim().minLength(5).maxLength(500),
  confirm_duplicate: vine.boolean().optional(),
  confirm_payee: vine.boolean().optional(),
})
export const closingValidator = vine.create({
  is_executed: vine.boolean(),
  reason: vine.string().trim().minLength(10).maxLength(500),
  on: day().optional(),
  file: vine.file(),
})

const recurrentFields = {
  concept: vine.string().trim().minLength(3).maxLength(120),
  provider_id: key(),
  kind: vine.enum(keysOf(RECURRENT_KINDS)),
  amount_mode: vine.enum(keysOf(AMOUNT_MODES)),
  amount: positiveAmount().nullable().optional(),
  max_amount: positiveAmount().nullable().optional(),
  frequency: vine.enum(keysOf(FREQUENCIES)),
  day: vine.number().withoutDecimals().range([1, 31]),
  start_on: day(),
  end_on: day().nullable().optional(),
  occurrences: vine.number().withoutDecimals().range([1, 1200]).nullable().optional(),
  debtor_account_id: key().nullable().optional(),
  holiday_rule: vine.enum(['next', 'previous'] as const),
  lead_days: vine.number().withoutDecimals().range([0, 60]),
  booking: vine.enum(['payable', 'expense'] as const),
  expense_account_id: key().nullable().optional(),
  revision_month: vine.number().withoutDecimals().range([1, 12]).nullable().optional(),
  revision_percent: vine.number().decimal([0, 2]).range([-50, 100]).nullable().optional(),
}
export const createRecurrentValidator = vine.create({ site_id: key(), ...recurrentFields })
export const updateRecurrentValidator = vine.create({
  lock_version: vine.number().withoutDecimals().min(0),
  ...recurrentFields,
})
export const amountValidator = vine.create({ amount: positiveAmount() })
export const uploadValidator = vine.create({ file: vine.file() })

const manyIds = () => vine.array(key()).minLength(1).maxLength(5000)

export const processPayrollValidator = vine.create({
  payroll_ids: manyIds(),
  debtor_account_id: key().nullable().optional(),
  execution_date: day().nullable().optional(),
  confirm_duplicate: vine.boolean().optional(),
})
export const bufferPayrollValidator = vine.create({
  order_ids: manyIds(),
  confirm_duplicate: vine.boolean().optional(),
})
/** Salaries, or drafts of their payments, that cannot wait. */
export const payrollNowValidator = vine.create({
  payroll_ids: manyIds().optional(),
  order_ids: manyIds().optional().requiredIfMissing('payroll_ids'),
  reason: vine.string().trim().minLength(5).maxLength(500),
  confirm_duplicate: vine.boolean().optional(),
})
export const createPayrollValidator = vine.create({
  employee_id: key(),
  period: vine.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/),
  concept: vine.enum(keysOf(PAYROLL_CONCEPTS)),
  net: positiveAmount(),
  gross: positiveAmount().nullable().optional(),
  irpf: amountFromZero().nullable().optional(),
  social: amountFromZero().nullable().optional(),
  employer_social: amountFromZero().nullable().optional(),
  pay_on: day(),
})

export const createProvisionValidator = vine.create({
  site_id: key(),
  provider_id: key(),
  concept: vine.string().trim().minLength(3).maxLength(120),
  amount: positiveAmount(),
  expected_on: day(),
  expense_account_id: key(),
  reserve_account_id: key().nullable().optional(),
})
export const orderProvisionValidator = vine.create({
  amount: positiveAmount().nullable().optional(),
  execution_date: day().nullable().optional(),
})
export const applyProvisionValidator = vine.create({ invoice_id: key() })

export const orderLegalCostsValidator = vine.create({
  cost_ids: vine.array(key()).minLength(1).maxLength(500),
  debtor_account_id: key().nullable().optional(),
  execution_date: day().nullable().optional(),
  amount: positiveAmount().nullable().optional(),
})
const reviewIds = () => vine.array(key()).minLength(1).maxLength(500)
/** What a review before the pay buffer chooses once for all its rows. */
const reviewFields = () => ({
  debtor_account_id: key(),
  execution_date: day().nullable().optional(),
  confirm_duplicate: vine.boolean().optional(),
  confirm_payee: vine.boolean().optional(),
})
export const processLegalCostsValidator = vine.create({ cost_ids: reviewIds(), ...reviewFields() })

export const processDraftsValidator = vine.create({ order_ids: reviewIds(), ...reviewFields() })

/** Approved notes, or drafts of their payments. */
const expenseFields = () => ({
  note_ids: vine.array(key()).maxLength(400).optional(),
  order_ids: vine.array(key()).maxLength(400).optional().requiredIfMissing('note_ids'),
  debtor_account_id: key().nullable().optional(),
  execution_date: day().nullable().optional(),
  confirm_duplicate: vine.boolean().optional(),
  confirm_payee: vine.boolean().optional(),
})
export const bufferExpensesValidator = vine.create(expenseFields())
export const payExpensesNowValidator = vine.create({
  ...expenseFields(),
  reason: vine.string().trim().minLength(5).maxLength(500),
})
