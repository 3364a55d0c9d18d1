import vine from '@vinejs/vine'
import { amountFromZero, day, key } from '#app/kernel/http/validation_rules'
import { keysOf } from '#app/kernel/text/labels'
import { ACCRUALS, PERIODS, SALES_SOURCES, SITE_KINDS, TERRITORIES } from '#app/sites/site_labels'

const text = (max: number) => vine.string().trim().maxLength(max).nullable().optional()
const code = () =>
  vine
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{2,8}$/)
const percent = () => vine.number().range([0, 100])
const currency = () => vine.string().trim().toUpperCase().fixedLength(3)

export const newSiteValidator = vine.create({
  legal_name: vine.string().trim().minLength(2).maxLength(160),
  code: code(),
  tax_id: vine.string().trim().maxLength(20),
  kind: vine.enum(keysOf(SITE_KINDS)),
  territory: vine.enum(keysOf(TERRITORIES)),
  base_currency: currency().optional(),
  fiscal_year_start_month: vine.number().withoutDecimals().range([1, 12]),
  started_on: day(),
  plan: vine.enum(['normal', 'pymes'] as const),
})

/** Why a control is loosened; asked for only then. */
const whyLoosened = () => text(500)

/** What the tabs of a company save; each sends its own part. */
export const siteValidator = vine.create({
  reason: whyLoosened(),
  lock_version: vine.number().withoutDecimals(),
  legal_name: vine.string().trim().minLength(2).maxLength(160).optional(),
  trade_name: text(160),
  code: code().optional(),
  tax_id: vine.string().trim().maxLength(20).optional(),
  kind: vine.enum(keysOf(SITE_KINDS)).optional(),
  parent_site_id: key().nullable().optional(),
  ownership_percent: percent().decimal([0, 2]).nullable().optional(),
  is_group: vine.boolean().optional(),
  address: text(200),
  postal_code: text(12),
  city: text(80),
  province_code: vine
    .string()
    .trim()
    .regex(/^\d{2}$/)
    .nullable()
    .optional(),
  started_on: day().optional(),
  closed_on: day().nullable().optional(),
  color: text(20),
  territory: vine.enum(keysOf(TERRITORIES)).optional(),
  base_currency: currency().optional(),
  account_width: vine.number().withoutDecimals().range([6, 12]).optional(),
  vat_period: vine.enum(keysOf(PERIODS)).optional(),
  withholding_period: vine.enum(keysOf(PERIODS)).optional(),
  withholding_accrual: vine.enum(keysOf(ACCRUALS)).optional(),
  sii: vine.boolean().optional(),
  redeme: vine.boolean().optional(),
  cash_basis: vine.boolean().optional(),
  prorata_percent: percent().withoutDecimals().optional(),
  invoice_email_alias: vine.string().trim().toLowerCase().email().maxLength(120).nullable().optional(),
  auto_book_limit: amountFromZero().optional(),
  auto_reconcile: vine.boolean().optional(),
  max_writeoff: amountFromZero().optional(),
  card_ceiling: amountFromZero().nullable().optional(),
  sales_source: vine.enum(keysOf(SALES_SOURCES)).nullable().optional(),
})

export const siteReasonValidator = vine.create({
  reason: vine.string().trim().maxLength(300).nullable().optional(),
})

export const centerValidator = vine.create({
  code: code(),
  name: vine.string().trim().minLength(2).maxLength(80),
  rooms: vine.number().withoutDecimals().range([0, 5000]).nullable().optional(),
  pms_code: text(40),
  active: vine.boolean(),
})

export const accountRoleValidator = vine.create({
  account_code: vine
    .string()
    .trim()
    .regex(/^[1-9]\d{2,11}$/),
})

export const coolingValidator = vine.create({
  hours: vine.number().withoutDecimals(),
  reason: whyLoosened(),
})
export const seniorCapValidator = vine.create({ cap: amountFromZero(), reason: whyLoosened() })

export const paidForValidator = vine.create({
  site_ids: vine.array(key()).maxLength(200).optional(),
  reason: whyLoosened(),
})

export const logoValidator = vine.create({ logo: vine.file() })
