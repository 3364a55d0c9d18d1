import vine from '@vinejs/vine'
import type { FieldContext } from '@vinejs/vine/types'
import { amount, day, key, positiveAmount } from '#app/kernel/http/validation_rules'
import { keysOf } from '#app/kernel/text/labels'
import { FEEDS } from '#app/rebilling/keys/feed_key'
import { KEY_NAME_MAX, keyName, keyValue } from '#app/rebilling/keys/key_names'
import {
  ALLOCATIONS,
  FREQUENCIES,
  SETTLEMENTS,
  SOURCE_LABELS,
  TREATMENTS,
} from '#app/rebilling/rebilling_labels'

const text = (min: number, max: number) => vine.string().trim().minLength(min).maxLength(max)
const version = () => vine.number().withoutDecimals().min(0)
const CHARGES_MAX = 1000
const ids = () => vine.array(key()).minLength(1).maxLength(CHARGES_MAX)

const percentageRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const written = String(value).trim().replace(',', '.')
  if (/^\d{1,3}(\.\d{1,4})?$/.test(written) && Number(written) > 0 && Number(written) <= 100)
    field.mutate(written, field)
  else
    field.report(
      'Introduzca un porcentaje mayor que 0 y no mayor que 100, con hasta cuatro decimales.',
      'percentage',
      field
    )
})
/** A percentage of four decimals at most, as exact text. */
const percentage = () => vine.string().use(percentageRule())

const basisPointsRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const written = String(value).trim().replace(',', '.')
  const [whole = '', fraction = ''] = written.split('.')
  if (/^\d{1,3}(\.\d{1,2})?$/.test(written)) field.mutate(Number(whole + fraction.padEnd(2, '0')), field)
  else field.report('Introduzca un porcentaje con dos decimales como mucho.', 'basisPoints', field)
})
/** A percentage of two decimals at most, in hundredths of a percent. */
const basisPoints = () =>
  vine
    .any()
    .use(basisPointsRule())
    .transform((value) => value as number)

type AccountOptions = { groups: RegExp; message: string }
const accountRule = vine.createRule(
  (value: unknown, { groups, message }: AccountOptions, field: FieldContext) => {
    if (!/^\d{3,12}$/.test(String(value)) || !groups.test(String(value)))
      field.report(message, 'account', field)
  }
)
/** An account that costs are charged to, as those of invoices. */
const expenseAccount = () =>
  vine
    .string()
    .trim()
    .use(
      accountRule({ groups: /^(2|6|407|480)/, message: 'Introduzca una cuenta de gasto, por ejemplo 629.' })
    )
const incomeAccount = () =>
  vine
    .string()
    .trim()
    .use(accountRule({ groups: /^[67]/, message: 'Introduzca una cuenta de ingreso, por ejemplo 759.' }))

const accountCodesRule = vine.createRule((codes: unknown, _options: undefined, field: FieldContext) => {
  const wrong = (codes as string[]).find((code) => !/^[1-9]\d{0,11}$/.test(code))
  if (wrong !== undefined)
    field.report(`«${wrong}» no es una cuenta: escriba cifras, por ejemplo 629.`, 'accountCodes', field)
})

const keyTextRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const name = keyName(String(value))
  if (name.length < 2 || name.length > KEY_NAME_MAX)
    field.report(`La clave debe tener entre 2 y ${KEY_NAME_MAX} letras.`, 'keyName', field)
  else field.mutate(name, field)
})
export const keyText = () => vine.string().use(keyTextRule())

const keyValueRule = vine.createRule((value: unknown, _options: undefined, field: FieldContext) => {
  const exact = keyValue(String(value))
  if (exact === null)
    field.report('Introduzca un número, con cuatro decimales como mucho.', 'keyValue', field)
  else field.mutate(exact, field)
})

export const targets = () =>
  vine
    .array(
      vine.object({
        site_id: key(),
        percentage: percentage().nullable().optional(),
        amount: positiveAmount().nullable().optional(),
      })
    )
    .maxLength(100)

const shared = {
  allocation: vine.enum(keysOf(ALLOCATIONS)),
  allocation_key: keyText().nullable().optional(),
  targets: targets(),
  markup: basisPoints().optional(),
  treatment: vine.enum(keysOf(TREATMENTS)),
  vat_code_id: key().nullable().optional(),
  income_account: incomeAccount().nullable().optional(),
  expense_account: expenseAccount().nullable().optional(),
  settlement: vine.enum(keysOf(SETTLEMENTS)),
}

const settingFields = {
  ...shared,
  name: text(2, 80),
  origin_site_id: key(),
  takes_invoices: vine.boolean(),
  takes_notes: vine.boolean(),
  takes_costs: vine.boolean(),
  provider_ids: vine.array(key()).maxLength(200),
  profile_ids: vine.array(key()).maxLength(200),
  category_ids: vine.array(key()).maxLength(200),
  account_codes: vine.array(vine.string().trim()).maxLength(50).use(accountCodesRule()),
  text_filter: vine.string().trim().minLength(2).maxLength(80).nullable().optional(),
  frequency: vine.enum(keysOf(FREQUENCIES)),
  auto_propose: vine.boolean(),
  valid_from: day(),
  valid_to: day().nullable().optional(),
  priority: vine.number().withoutDecimals().range([1, 999]),
  active: vine.boolean(),
}
export const createSettingValidator = vine.create(settingFields)
export const updateSettingValidator = vine.create({ ...settingFields, lock_version: version() })
export const trialValidator = vine.create({
  ...settingFields,
  invoice_id: key().nullable().optional(),
  month: day().nullable().optional(),
})

export const recalculationValidator = vine.create({ until: day() })
export const computeValidator = vine.create({
  until: day(),
  setting_ids: vine.array(key()).maxLength(200).optional(),
})

/** Of companies that were left empty nothing is written. */
export const keyValuesValidator = vine.create({
  name: keyText(),
  month: day(),
  values: vine
    .array(vine.object({ site_id: key(), value: vine.string().use(keyValueRule()).nullable() }))
    .minLength(1)
    .maxLength(200),
})
export const feedValidator = vine.create({ name: vine.enum(keysOf(FEEDS)), month: day() })

const costTypes = keysOf(SOURCE_LABELS).filter((type) => type !== 'manual')
export const createChargesValidator = vine.create({
  ...shared,
  origin_site_id: key(),
  charged_on: day(),
  due_on: day().nullable().optional(),
  concept: text(3, 200),
  costs: vine
    .array(vine.object({ type: vine.enum(costTypes), id: key(), amount: amount().nullable().optional() }))
    .maxLength(200),
  /** Which of the two the form asks for. */
  by: vine.enum(['costs', 'manual'] as const).optional(),
  manual_amount: amount().nullable().optional().requiredWhen('by', '=', 'manual'),
  manual_account: expenseAccount().nullable().optional().requiredWhen('by', '=', 'manual'),
})

export const amountsValidator = vine.create({
  parts: vine
    .array(vine.object({ id: key(), amount: amount() }))
    .minLength(1)
    .maxLength(100),
  due_on: day().nullable().optional(),
  lock_version: version(),
})
export const chargesValidator = vine.create({ ids: ids() })
export const approvalsValidator = vine.create({
  charges: vine
    .array(vine.object({ id: key(), fingerprint: vine.string().trim().maxLength(128) }))
    .minLength(1)
    .maxLength(CHARGES_MAX),
  comment: vine.string().trim().maxLength(500).nullable().optional(),
})
export const overrideValidator = vine.create({
  fingerprint: vine.string().trim().maxLength(128),
  reason: vine.string().trim().maxLength(500),
})
/** An empty field comes as nothing: what to say of it knows the act. */
const reason = () => vine.string().trim().maxLength(500).nullable().optional()
export const discardValidator = vine.create({ ids: ids(), reason: reason() })
export const issueValidator = vine.create({ ids: ids(), issued_on: day() })
export const reasonValidator = vine.create({ reason: reason() })
