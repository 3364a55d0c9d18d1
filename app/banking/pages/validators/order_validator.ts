import vine from '@vinejs/vine'
import { day, key } from '#app/kernel/http/validation_rules'

const currency = () => vine.string().fixedLength(3).toUpperCase()

/** The amount is read once the currency that it is in is known: as text it stays what was typed. */
export const quoteValidator = vine.create({
  account_id: key().nullable().optional(),
  beneficiary_id: key().nullable().optional(),
  source_currency: currency(),
  target_currency: currency(),
  side: vine.enum(['source', 'target']),
  amount: vine.string().trim().maxLength(40),
})

const common = () => ({
  from_account_id: key(),
  amount: vine.string().trim().maxLength(40),
  concept: vine.string().trim().minLength(3).maxLength(100),
  execution_date: day().nullable().optional(),
  quote_id: key().nullable().optional(),
})

export const transferValidator = vine.create({
  ...common(),
  beneficiary_id: key(),
  purpose: vine.string().trim().maxLength(120).nullable().optional(),
  ledger_account_id: key().nullable().optional(),
  is_draft: vine.boolean().optional(),
})

export const exchangeValidator = vine.create({ ...common(), to_account_id: key() })
