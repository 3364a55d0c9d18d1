import type { HttpContext } from '@adonisjs/core/http'
import { DomainError } from '#app/kernel/domain_error'
import { lackingApprovers } from '#app/payments/approvals/lacking_approvers'
import { type BulkOutcome, doneText, refusalText } from '#app/payments/orders/page/bulk_outcome'

/** Fields of a review at which a refusal can be answered. */
const FIELDS = ['debtor_account_id', 'confirm_duplicate', 'confirm_payee']

/**
 * The answer to a review whose rows went into the pay buffer one by one; `stay` is how those that did not are told of. Throws
 * E_NONE, at the field that can be answered, where none went.
 */
export async function answerBuffered(
  ctx: HttpContext,
  outcome: BulkOutcome<{ id: number }>,
  { stay, screen }: { stay: string; screen: string }
) {
  const { session, response } = ctx
  const { done, made, refused, fields } = outcome
  if (done === 0)
    throw new DomainError('E_NONE', `Ningún pago ha podido pasar. ${refusalText(refused)}`, {
      field: fields.find((field) => FIELDS.includes(field)) ?? 'form',
    })
  session.flash(
    'success',
    doneText(outcome, {
      one: '1 pago pasado a la bolsa.',
      many: (many) => `${many} pagos pasados a la bolsa.`,
    })
  )
  await warnOfBuffered(ctx, made, refused, `no han podido pasar y ${stay}`)
  return response.redirect().toPath(`${screen}?tab=buffer`)
}

/** What somebody should know of payments that went into the pay buffer: what stayed out and why, and what nobody can approve. */
export async function warnOfBuffered(
  { session }: HttpContext,
  buffered: readonly { id: number }[],
  refused: readonly string[],
  stayed = 'no han podido pasar'
): Promise<void> {
  const texts = refused.length > 0 ? [`${refused.length} ${stayed}. ${refusalText(refused)}`] : []
  texts.push(...(await lackingApprovers(buffered.map(({ id }) => id))))
  if (texts.length > 0) session.flash('warning', texts.join(' '))
}

/** The company that a review is asked for by its address; null when it names none. */
export function siteOfReview(ctx: HttpContext): number | null {
  const siteId = Number((ctx.request.qs() as Record<string, unknown>).site_id)
  return Number.isSafeInteger(siteId) && siteId > 0 ? siteId : null
}
