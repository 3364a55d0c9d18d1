import vine from '@vinejs/vine'
import { day, iban, key, positiveAmount } from '#app/kernel/http/validation_rules'

export const createDirectValidator = vine.create({
  site_id: key(),
  from_account_id: key(),
  /** Somebody whom the provider of the account has; else name and IBAN. */
  beneficiary_id: key().nullable().optional(),
  creditor_name: vine.string().trim().minLength(2).maxLength(70).nullable().optional(),
  iban: iban().nullable().optional(),
  currency: vine.string().trim().toUpperCase().fixedLength(3),
  amount: positiveAmount({ currencyField: 'currency' }),
  quote_id: key().nullable().optional(),
  concept: vine.string().trim().minLength(3).maxLength(100),
  purpose: vine.string().trim().maxLength(120).nullable().optional(),
  ledger_account_id: key().nullable().optional(),
  execution_date: day().nullable().optional(),
  as_draft: vine.boolean().optional(),
  file: vine.file({ size: '20mb' }).nullable().optional(),
})
