import vine from '@vinejs/vine'
import { amount, amountFromZero, key } from '#app/kernel/http/validation_rules'
import { FIELDS, KINDS, MODES } from '#app/profiles/matching/matching_terms'
import { KEYWORDS_MAX, MIN_SCORE, NAME_LENGTH, WEIGHT } from '#app/profiles/profile_input'

const TEXT_MAX = 500
const keyword = vine.object({
  kind: vine.enum(KINDS),
  mode: vine.enum(MODES),
  text: vine.string().trim().minLength(1).maxLength(200),
  weight: vine
    .number()
    .withoutDecimals()
    .range([...WEIGHT]),
  field: vine.enum(FIELDS).nullable().optional(),
})

const shape = {
  site_ids: vine.array(key()).maxLength(500).optional(),
  category_id: key(),
  ledger_account_code: vine
    .string()
    .trim()
    .regex(/^\d{3,12}$/)
    .nullable()
    .optional(),
  vat_code_id: key().nullable().optional(),
  withholding_code_id: key().nullable().optional(),
  center_id: key().nullable().optional(),
  deductible_percent: vine.number().withoutDecimals().range([0, 100]).nullable().optional(),
  priority: vine.number().withoutDecimals().range([0, 1000]),
  min_score: vine
    .number()
    .withoutDecimals()
    .range([...MIN_SCORE]),
  match_fields: vine.array(vine.enum(FIELDS)).minLength(1),
  amount_min: amountFromZero().nullable().optional(),
  amount_max: amountFromZero().nullable().optional(),
  requires_approval: vine.boolean(),
  auto_book: vine.boolean(),
  active: vine.boolean(),
  keywords: vine.array(keyword).maxLength(KEYWORDS_MAX),
}

const [nameMin, nameMax] = NAME_LENGTH
const name = () => vine.string().trim().minLength(nameMin).maxLength(nameMax)

export const profileValidator = vine.create({
  name: name(),
  ...shape,
  version: vine.number().withoutDecimals().optional(),
})

const tried = {
  text: vine.string().maxLength(TEXT_MAX),
  description: vine.string().maxLength(TEXT_MAX).nullable().optional(),
  invoice_number: vine.string().maxLength(60).nullable().optional(),
  provider_id: key().nullable().optional(),
  site_id: key().nullable().optional(),
  amount: amount().nullable().optional(),
}

export const testValidator = vine.create(tried)

/** A form in whatever state it is: what is not filled in yet is no error. */
const draft = vine.object({
  ...shape,
  id: key().nullable().optional(),
  name: vine.string().maxLength(120).nullable().optional(),
  category_id: key().nullable().optional(),
  provider_id: key().nullable().optional(),
})
export const liveTestValidator = vine.create({ ...tried, profile: draft })
export const impactValidator = vine.create({ profile: draft })

export const copyValidator = vine.create({
  name: name(),
  provider_ids: vine.array(key()).maxLength(50).optional(),
  is_global: vine.boolean().optional(),
  copies_included: vine.boolean(),
  copies_excluded: vine.boolean(),
})

export const keywordsValidator = vine.create({
  keywords: vine.array(keyword).minLength(1).maxLength(KEYWORDS_MAX),
})
export const weightValidator = vine.create({
  weight: vine
    .number()
    .withoutDecimals()
    .range([...WEIGHT]),
})
export const bulkValidator = vine.create({
  ids: vine.array(key()).minLength(1).maxLength(500),
  active: vine.boolean().optional(),
  priority: vine.number().withoutDecimals().range([0, 1000]).optional(),
})
