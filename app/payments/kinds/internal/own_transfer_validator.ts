import vine from '@vinejs/vine'
import { day, key, positiveAmount } from '#app/kernel/http/validation_rules'

export const createTransferValidator = vine.create({
  site_id: key(),
  from_account_id: key(),
  to_account_id: key(),
  amount: positiveAmount(),
  /** Its line on both statements, behind «TRASPASO ». */
  concept: vine.string().trim().minLength(3).maxLength(100),
  execution_date: day().nullable().optional(),
})
