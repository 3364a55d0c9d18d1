import vine from '@vinejs/vine'
import { key } from '#app/kernel/http/validation_rules'

const heading = () => vine.string().trim().maxLength(200).nullable().optional()

/** A file, or the columns of one that was uploaded before. */
export const statementPreviewValidator = vine.create({
  file: vine.file().optional(),
  file_id: key().optional(),
  booked_on: heading(),
  value_on: heading(),
  amount: heading(),
  sign: heading(),
  debit: heading(),
  credit: heading(),
  balance: heading(),
  counterparty_name: heading(),
  counterparty_iban: heading(),
  reference: heading(),
  fee: heading(),
  state: heading(),
  debit_word: heading(),
  heading_count: vine.number().withoutDecimals().range([1, 200]).optional(),
  text: vine.array(vine.string().maxLength(200)).maxLength(20).optional(),
  day_order: vine.enum(['dmy', 'mdy'] as const).optional(),
  decimal_mark: vine
    .enum([',', '.'] as const)
    .nullable()
    .optional(),
})

export const statementImportValidator = vine.create({
  file_id: key(),
  accept_unbalanced: vine.boolean().optional(),
  accept_unreadable_rows: vine.boolean().optional(),
})
