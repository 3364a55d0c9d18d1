import vine from '@vinejs/vine'
import {
  BILLING_FREQUENCIES,
  CAP_PERIODS,
  CONTRACT_KINDS,
  DEPOSIT_TERMS,
  FILE_KINDS,
  INDEXATIONS,
} from '#app/contracts/contract_labels'
import { amountFromZero, day, key, positiveAmount } from '#app/kernel/http/validation_rules'
import { keysOf } from '#app/kernel/text/labels'

const text = (max: number) => vine.string().trim().maxLength(max).nullable().optional()
const whole = (min: number, max: number) => vine.number().withoutDecimals().range([min, max])
const inCurrency = () => amountFromZero({ currencyField: 'currency' }).nullable().optional()
/** `2026-03`. */
const month = () =>
  vine
    .string()
    .trim()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
const percent = () =>
  vine
    .string()
    .trim()
    .regex(/^-?\d{1,3}([.,]\d{1,2})?$/)

const terms = {
  provider_id: key(),
  site_ids: vine.array(key()).minLength(1).maxLength(200),
  title: vine.string().trim().minLength(1).maxLength(160),
  kind: vine.enum(keysOf(CONTRACT_KINDS)),
  currency: vine.string().trim().toUpperCase().fixedLength(3),
  signed_on: day().nullable().optional(),
  starts_on: day(),
  ends_on: day().nullable().optional(),
  notice_days: whole(0, 730),
  auto_renew: vine.boolean().optional(),
  renewal_months: whole(1, 240),
  billing_frequency: vine.enum(keysOf(BILLING_FREQUENCIES)),
  expected_day: whole(1, 31).nullable().optional(),
  expected_amount: inCurrency(),
  amount_tolerance_percent: whole(0, 100),
  vat_code_id: key().nullable().optional(),
  withholding_code_id: key().nullable().optional(),
  payment_terms_days: whole(0, 365).nullable().optional(),
  cap: inCurrency(),
  cap_period: vine.enum(keysOf(CAP_PERIODS)),
  indexation: vine.enum(keysOf(INDEXATIONS)),
  index_percent: percent().nullable().optional(),
  index_base_month: month().nullable().optional(),
  index_floor: vine.boolean().optional(),
  deposit: inCurrency(),
  guarantee_until: day().nullable().optional(),
  category_id: key().nullable().optional(),
  profile_id: key().nullable().optional(),
  center_id: key().nullable().optional(),
  ledger_account_code: text(12),
  requires_invoice_match: vine.boolean().optional(),
  owner_user_id: key().nullable().optional(),
  notes: text(4000),
  items: vine.string().maxLength(2_000_000).nullable().optional(),
}

export const createContractValidator = vine.create({
  ...terms,
  signed: vine.file().nullable().optional(),
  annexes: vine.array(vine.file()).maxLength(20).nullable().optional(),
})
export const updateContractValidator = vine.create({
  ...terms,
  lock_version: vine.number().withoutDecimals(),
})

export const reasonValidator = vine.create({ reason: text(500) })
export const endValidator = vine.create({ on_day: day(), reason: text(500) })
export const amendmentValidator = vine.create({
  title: vine.string().trim().minLength(1).maxLength(160),
  starts_on: day(),
})
export const revisionValidator = vine.create({
  effective_on: day(),
  index_month: month().nullable().optional(),
  percent: percent().nullable().optional(),
  reason: text(500),
})
export const fileValidator = vine.create({ file: vine.file(), kind: vine.enum(keysOf(FILE_KINDS)) })
export const depositValidator = vine.create({
  site_id: key(),
  bank_account_id: key(),
  term: vine.enum(keysOf(DEPOSIT_TERMS)),
  amount: positiveAmount(),
  paid_on: day(),
})
export const depositReturnValidator = vine.create({ bank_account_id: key(), returned_on: day() })
export const ipcValidator = vine.create({ month: month(), value: vine.string().trim().maxLength(12) })
