import vine from '@vinejs/vine'
import { amount, day, exchangeRate, key } from '#app/kernel/http/validation_rules'
import { CHOSEN_KINDS } from '#app/reading/doc_kinds'

const version = () => vine.number().withoutDecimals()

export const uploadValidator = vine.create({
  files: vine
    .array(vine.file({ size: '20mb' }))
    .minLength(1)
    .maxLength(50),
  site_id: key().nullable().optional(),
  urgent: vine.boolean().optional(),
})

export const dateValidator = vine.create({
  issued_on: day(),
  due_on: day().nullable().optional(),
  operation_on: day().nullable().optional(),
  vat_period: vine
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .nullable()
    .optional(),
  lock_version: version(),
})
export const numberValidator = vine.create({
  invoice_number: vine.string().trim().minLength(1).maxLength(60),
  lock_version: version(),
})
export const totalsValidator = vine.create({
  groups: vine
    .array(vine.object({ vat_code_id: key(), base: amount(), vat: amount(), surcharge: amount().optional() }))
    .minLength(1)
    .maxLength(12),
  withholding: amount().optional(),
  supplied: amount().optional(),
  total: amount(),
  lock_version: version(),
})
export const lineValidator = vine.create({
  concept: vine.string().trim().maxLength(500),
  quantity: vine
    .string()
    .trim()
    .regex(/^-?\d{1,10}([.,]\d{1,4})?$/)
    .optional(),
  unit_price: vine
    .string()
    .trim()
    .regex(/^-?\d{1,10}([.,]\d{1,4})?$/)
    .nullable()
    .optional(),
  discount_percent: vine
    .string()
    .trim()
    .regex(/^(100|\d{1,2}([.,]\d{1,2})?)$/)
    .nullable()
    .optional(),
  base: amount(),
  vat_code_id: key().nullable().optional(),
  deductible_percent: vine.number().withoutDecimals().range([0, 100]).nullable().optional(),
  withholding_code_id: key().nullable().optional(),
  period_from: day().nullable().optional(),
  period_to: day().nullable().optional(),
  category_id: key(),
  account_code: vine
    .string()
    .trim()
    .regex(/^[1-9]\d{0,11}$/)
    .nullable()
    .optional(),
  center_id: key().nullable().optional(),
  lock_version: version(),
})
export const lineRemovalValidator = vine.create({ lock_version: version() })
export const classificationValidator = vine.create({ category_id: key(), lock_version: version() })
const reassignment = {
  reason: vine.string().trim().maxLength(500).nullable().optional(),
  remember: vine.boolean().optional(),
}
export const providerValidator = vine.create({ provider_id: key(), lock_version: version(), ...reassignment })
export const siteValidator = vine.create({ site_id: key(), lock_version: version(), ...reassignment })
export const bankValidator = vine.create({ provider_bank_id: key().nullable(), lock_version: version() })
export const headerValidator = vine.create({
  doc_type: vine.enum(CHOSEN_KINDS).optional(),
  kind_reason: vine.string().trim().maxLength(500).nullable().optional(),
  concept: vine.string().trim().maxLength(200).optional(),
  currency: vine.string().trim().fixedLength(3).toUpperCase().optional(),
  fx_rate: exchangeRate().nullable().optional(),
  rectifies_invoice_id: key().nullable().optional(),
  rectification_note: vine.string().trim().minLength(5).maxLength(200).nullable().optional(),
  priority: vine.enum(['normal', 'urgent'] as const).optional(),
  hold_until: day().nullable().optional(),
  in_347: vine.boolean().optional(),
  lock_version: version(),
})
export const approvalValidator = vine.create({
  fingerprint: vine.string().fixedLength(64),
  comment: vine.string().trim().maxLength(500).nullable().optional(),
  justifications: vine
    .array(vine.object({ alarm_id: key(), text: vine.string().trim().minLength(10).maxLength(500) }))
    .maxLength(100)
    .optional(),
})
export const reasonValidator = vine.create({
  reason: vine.string().trim().maxLength(500).nullable().optional(),
})
export const divisionValidator = vine.create({ from_page: vine.number().withoutDecimals().range([2, 500]) })
export const unionValidator = vine.create({ other_id: key() })
export const chosenProfileValidator = vine.create({
  profile_id: key(),
  lock_version: vine.number().withoutDecimals(),
})
export const duplicateValidator = vine.create({ original_id: key() })
export const alarmValidator = vine.create({
  alarm_id: key(),
  outcome: vine.enum(['resolved', 'false_positive', 'snoozed'] as const),
  reason: vine.string().trim().minLength(10).maxLength(500),
  snoozed_until: day().nullable().optional(),
})

/** As the list showed them: whoever changed one since then is noticed. */
const BULK_MAX = 200
const shown = () =>
  vine
    .array(vine.object({ id: key(), lock_version: version() }))
    .minLength(1)
    .maxLength(BULK_MAX)

export const bulkValidator = vine.create({ invoices: shown() })
export const bulkProviderValidator = vine.create({
  invoices: shown(),
  provider_id: key(),
  reason: vine.string().trim().minLength(5).maxLength(500),
})
export const bulkSiteValidator = vine.create({
  invoices: shown(),
  site_id: key(),
  reason: vine.string().trim().minLength(5).maxLength(500),
})
