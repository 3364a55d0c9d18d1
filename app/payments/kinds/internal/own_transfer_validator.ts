import vine from '@vinejs/vine'
import { day, key, positiveAmount } from '#app/kernel/http/validation_rules'

export const createTransferValidator = vine.create({
  site_id: key(),
  from_account_id: key(),
  to_account_id: key(),
  /** Of the account that it goes to; the euro unless told. */
  currency: vine.string().trim().toUpperCase().fixedLength(3).optional(),
  amount: positiveAmount({ currencyField: 'currency' }),
  quote_id: key().nullable().optional(),
  /** Its line on both statements, behind «TRASPASO ». */
  concept: vine.string().trim().minLength(3).maxLength(100),
  execution_date: day().nullable().optional(),
})
