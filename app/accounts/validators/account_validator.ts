import vine from '@vinejs/vine'
import {
  ACCOUNT_COLORS,
  ACCOUNT_KINDS,
  ACCOUNT_PROVIDERS,
  PAIN_VERSIONS,
  PAYMENT_CHANNELS,
  SEPA_CHARSETS,
} from '#app/accounts/account_labels'
import { bankAccountWorkflow } from '#app/accounts/workflows/bank_account_workflow'
import { amount, amountFromZero, day, iban, key } from '#app/kernel/http/validation_rules'
import { keysOf } from '#app/kernel/text/labels'

const currency = () => vine.string().fixedLength(3).toUpperCase()
const bic = () =>
  vine
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
    .nullable()
    .optional()

export const newAccountValidator = vine.create({
  site_id: key(),
  name: vine.string().trim().minLength(2).maxLength(80),
  kind: vine.enum(keysOf(ACCOUNT_KINDS)),
  provider_code: vine.enum(keysOf(ACCOUNT_PROVIDERS)),
  currency: currency(),
  iban: iban().nullable().optional(),
  bic: bic(),
  holder_name: vine.string().trim().maxLength(70).nullable().optional(),
  parent_account_id: key().nullable().optional(),
  ledger_account: vine.enum(['auto', 'manual']).optional(),
  ledger_account_id: key().nullable().optional().requiredWhen('ledger_account', '=', 'manual'),
  opened_on: day(),
  opening_balance: amount({ currencyField: 'currency', max: 9_999_999_999_999 }).optional(),
})

/** What the choices of a new account depend on. */
export const accountOptionsValidator = vine.create({
  site_id: key(),
  kind: vine.enum(keysOf(ACCOUNT_KINDS)),
  currency: currency(),
})

export const accountValidator = vine.create({
  name: vine.string().trim().minLength(2).maxLength(80),
  provider_code: vine.enum(keysOf(ACCOUNT_PROVIDERS)),
  currency: currency().optional(),
  iban: iban().nullable().optional(),
  bic: bic(),
  holder_name: vine.string().trim().maxLength(70).nullable().optional(),
  parent_account_id: key().nullable().optional(),
  is_payer_default: vine.boolean(),
  sepa_suffix: vine.string().regex(/^\d{3}$/),
  color: vine.enum(keysOf(ACCOUNT_COLORS)).nullable().optional(),
  sort: vine.number().withoutDecimals().range([0, 9999]).optional(),
  /** «1,50», in basis points: two decimals, as an amount has. */
  fee_percent: amountFromZero({ max: 10_000 }).nullable().optional(),
  fee_fixed: amountFromZero({ currencyField: 'currency' }).nullable().optional(),
  lock_version: vine.number().withoutDecimals(),
})

export const accountStatusValidator = vine.create({
  transition: vine.enum(keysOf(bankAccountWorkflow.transitions)),
  reason: vine.string().trim().maxLength(300).nullable().optional(),
})

export const permissionValidator = vine.create({
  can_view: vine.boolean(),
  can_pay: vine.boolean(),
  can_reconcile: vine.boolean(),
  reason: vine.string().trim().minLength(3).maxLength(300),
})

export const chosenProfileValidator = vine.create({ bank_profile_id: key() })

const profile = {
  name: vine.string().trim().minLength(2).maxLength(80),
  pain_version: vine.enum(keysOf(PAIN_VERSIONS)),
  charset: vine.enum(keysOf(SEPA_CHARSETS)),
  batch_booking: vine.boolean(),
  needs_nif_suffix: vine.boolean(),
  needs_bic: vine.boolean(),
  instant_allowed: vine.boolean(),
  max_operations: vine.number().withoutDecimals().range([1, 15_000]),
  cut_off: vine.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  channel: vine.enum(keysOf(PAYMENT_CHANNELS)).optional(),
  gateway: vine
    .string()
    .trim()
    .regex(/^[a-z0-9-]{1,40}$/)
    .nullable()
    .optional()
    .requiredWhen('channel', '=', 'api'),
}
export const newProfileValidator = vine.create(profile)
export const profileValidator = vine.create({ ...profile, lock_version: vine.number().withoutDecimals() })
