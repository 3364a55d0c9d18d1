import vine from '@vinejs/vine'
import { day, key } from '#app/kernel/http/validation_rules'
import { keysOf } from '#app/kernel/text/labels'
import { RESIDUALS } from '#app/loans/loan_labels'
import { NETTING_MODES } from '#app/loans/netting/net_debts'

const fields = {
  cut_off_on: day(),
  site_ids: vine.array(key()).minLength(1).maxLength(200).distinct(),
  mode: vine.enum(NETTING_MODES),
  includes_interest: vine.boolean(),
  residual: vine.enum(keysOf(RESIDUALS)),
}

export const previewCompensationValidator = vine.create(fields)

/** What was shown is what is proposed. */
export const proposeCompensationValidator = vine.create({
  ...fields,
  fingerprint: vine.string().fixedLength(64),
})
