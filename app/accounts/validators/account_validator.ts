import vine from '@vinejs/vine'
import { ACCOUNT_KINDS, ACCOUNT_PROVIDERS } from '#app/accounts/account_labels'
import { bankAccountWorkflow } from '#app/accounts/workflows/bank_account_workflow'
import { amount, day, iban, key } from '#app/kernel/http/validation_rules'

const keysOf = <Key extends string>(labels: Record<Key, unknown>) => Object.keys(labels) as Key[]

export const newAccountValidator = vine.create({
  site_id: key(),
  name: vine.string().trim().minLength(2).maxLength(80),
  kind: vine.enum(keysOf(ACCOUNT_KINDS)),
  provider_code: vine.enum(keysOf(ACCOUNT_PROVIDERS)),
  currency: vine.string().fixedLength(3).toUpperCase(),
  iban: iban().nullable().optional(),
  holder_name: vine.string().trim().maxLength(70).nullable().optional(),
  opened_on: day(),
  opening_balance: amount().optional(),
})

export const accountValidator = vine.create({
  name: vine.string().trim().minLength(2).maxLength(80),
  provider_code: vine.enum(keysOf(ACCOUNT_PROVIDERS)),
  iban: iban().nullable().optional(),
  bic: vine
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/)
    .nullable()
    .optional(),
  holder_name: vine.string().trim().maxLength(70).nullable().optional(),
  is_payer_default: vine.boolean(),
  sepa_suffix: vine.string().regex(/^\d{3}$/),
  lock_version: vine.number().withoutDecimals(),
})

export const accountStatusValidator = vine.create({
  transition: vine.enum(keysOf(bankAccountWorkflow.transitions)),
  reason: vine.string().trim().maxLength(300).nullable().optional(),
})
