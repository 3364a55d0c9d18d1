import type { HttpContext } from '@adonisjs/core/http'
import { DomainError } from '#app/kernel/domain_error'
import { type BulkOutcome, refusalText } from '#app/payments/bulk_outcome'

/** Fields of a review at which a refusal can be answered. */
const FIELDS = ['debtor_account_id', 'confirm_duplicate', 'confirm_payee']

/**
 * The answer to a review whose rows went into the pay buffer one by one; `stay` is how those that did not are told of. Throws
 * E_NONE, at the field that can be answered, where none went.
 */
export function answerBuffered(
  { session, response }: HttpContext,
  { done, refused, fields }: BulkOutcome,
  { stay, screen }: { stay: string; screen: string }
) {
  if (done === 0)
    throw new DomainError('E_NONE', `Ningún pago ha podido pasar. ${refusalText(refused)}`, {
      field: fields.find((field) => FIELDS.includes(field)) ?? 'form',
    })
  session.flash('success', done === 1 ? '1 pago pasado a la bolsa.' : `${done} pagos pasados a la bolsa.`)
  if (refused.length > 0)
    session.flash('warning', `${refused.length} no han podido pasar y ${stay}. ${refusalText(refused)}`)
  return response.redirect().toPath(`${screen}?tab=buffer`)
}

/** The company that a review is asked for by its address; null when it names none. */
export function siteOfReview(ctx: HttpContext): number | null {
  const siteId = Number((ctx.request.qs() as Record<string, unknown>).site_id)
  return Number.isSafeInteger(siteId) && siteId > 0 ? siteId : null
}
