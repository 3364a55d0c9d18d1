import vine from '@vinejs/vine'
import { amountFromZero, key, positiveAmount } from '#app/kernel/http/validation_rules'
import { ACCOUNT_KINDS, type AccountKind } from '#app/kernel/identifiers/account_number'
import { keysOf } from '#app/kernel/text/labels'
import { CATEGORY_COLORS } from '#app/sites/actions/save_category'

const text = (max: number) => vine.string().trim().maxLength(max).nullable().optional()
const taxIdType = () => vine.enum(['nif', 'cif', 'nie', 'vat_eu', 'foreign', 'none'] as const)
const kind = () =>
  vine.enum([
    'supplier',
    'professional',
    'landlord',
    'employee_like',
    'public_body',
    'group_company',
    'marketplace',
  ] as const)

export const createProviderValidator = vine.create({
  legal_name: vine.string().trim().minLength(2).maxLength(160),
  trade_name: text(160),
  tax_id_type: taxIdType(),
  tax_id: text(30),
  no_tax_id_reason: text(200),
  country: vine.string().trim().toUpperCase().fixedLength(2),
  kind: kind().optional(),
  category_id: key().nullable().optional(),
  email: vine.string().trim().email().nullable().optional(),
  iban: text(42),
  holder_name: text(140),
  invoice_id: key().nullable().optional(),
})

export const updateProviderValidator = vine.create({
  legal_name: vine.string().trim().minLength(2).maxLength(160),
  trade_name: text(160),
  tax_id_type: taxIdType(),
  tax_id: text(30),
  country: vine.string().trim().toUpperCase().fixedLength(2),
  kind: kind(),
  ledger_prefix: vine.enum(['400', '410', '411', '403', '523'] as const),
  site_id_if_group: key().nullable().optional(),
  default_payer_site_id: key().nullable().optional(),
  default_bank_account_id: key().nullable().optional(),
  default_category_id: key().nullable().optional(),
  default_profile_id: key().nullable().optional(),
  email: vine.string().trim().email().nullable().optional(),
  phone: text(40),
  address: text(200),
  postal_code: text(12),
  city: text(80),
  website: text(200),
  contact_name: text(120),
  vat_regime: vine.enum([
    'general',
    'exempt',
    'reverse_charge',
    'intra_eu',
    'import',
    'cash_basis',
    'recargo',
    'agrario',
  ] as const),
  default_vat_code_id: key().nullable().optional(),
  default_withholding_code_id: key().nullable().optional(),
  excluded_from_347: vine.boolean(),
  payment_terms_days: vine.number().withoutDecimals().range([0, 365]),
  payment_day: vine.number().withoutDecimals().range([1, 31]).nullable().optional(),
  payment_method: vine.enum(['transfer', 'card', 'direct_debit', 'virtual_account', 'cash', 'none'] as const),
  notes: text(2000),
  lock_version: vine.number().withoutDecimals(),
})

/** A text that only accounts of these kinds have, and must have. */
const ofKind = (kinds: AccountKind[], max: number, shape = /^/) =>
  vine
    .string()
    .trim()
    .maxLength(max)
    .regex(shape)
    .optional()
    .requiredWhen(({ parent }) => kinds.includes(parent.account_kind ?? 'iban'))

export const bankValidator = vine.create({
  account_kind: vine.enum(keysOf(ACCOUNT_KINDS)).optional(),
  iban: ofKind(['iban'], 42),
  account_number: ofKind(['us_ach', 'uk_sort', 'swift_other'], 42),
  routing_code: ofKind(['us_ach', 'uk_sort'], 12),
  bic: ofKind(['swift_other'], 11),
  bank_name: ofKind(['swift_other'], 80),
  country: ofKind(['swift_other'], 2, /^[A-Z]{2}$/),
  holder_name: vine.string().trim().minLength(2).maxLength(140),
  label: text(60),
  site_id: key().nullable().optional(),
  is_confirmed: vine.boolean().optional(),
})
export const verificationValidator = vine.create({
  method: vine.enum(['phone_call', 'certificate', 'vop', 'first_invoice'] as const),
  file: vine.file().nullable().optional(),
})
export const reasonValidator = vine.create({
  reason: vine.string().trim().maxLength(500).nullable().optional(),
})
export const activeValidator = vine.create({
  active: vine.boolean(),
  is_confirmed: vine.boolean().optional(),
})
export const previewMergeValidator = vine.create({ target_id: key() })
export const mergeValidator = vine.create({
  target_id: key(),
  reason: vine.string().trim().maxLength(500).nullable().optional(),
  is_confirmed: vine.boolean().optional(),
})
export const bankModeValidator = vine.create({ multi_bank: vine.boolean() })
export const revealValidator = vine.create({ bank_id: key() })
export const categoryValidator = vine.create({
  name: vine.string().trim().minLength(2).maxLength(80),
  code: vine
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9-]{2,12}$/)
    .nullable()
    .optional(),
  color: vine.enum(keysOf(CATEGORY_COLORS)).nullable().optional(),
  parent_id: key().nullable().optional(),
  account_prefix: vine
    .string()
    .trim()
    .regex(/^(2|6|407|480)\d{0,9}$/),
  vat_code_id: key().nullable().optional(),
  withholding_code_id: key().nullable().optional(),
  deductible_percent: vine.number().withoutDecimals().range([0, 100]),
  budgetable: vine.boolean().optional(),
  active: vine.boolean(),
})

export const reserveValidator = vine.create({
  is_enabled: vine.boolean(),
  target: amountFromZero(),
  monthly: amountFromZero(),
  day: vine.number().withoutDecimals().range([1, 31]),
  bank_account_id: key(),
})
export const moveReserveValidator = vine.create({
  kind: vine.enum(['contribution', 'release'] as const),
  amount: positiveAmount(),
  note: vine.string().trim().minLength(3).maxLength(200),
})
