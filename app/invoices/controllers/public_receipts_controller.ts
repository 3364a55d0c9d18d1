import type { HttpContext } from '@adonisjs/core/http'
import { atLeast } from '#app/identity/at_least'
import { PUBLIC_STATES, publicState } from '#app/invoices/public/public_state'
import { countReceiptLook } from '#app/invoices/public/submission_limits'
import { findReceipt } from '#app/invoices/queries/public_invoice'
import { receiptValidator } from '#app/invoices/validators/public_invoice_validator'
import { DomainError } from '#app/kernel/domain_error'

const ANSWER_MS = 300

/** Where an invoice of the public page stands: with the secret link and the e-mail of who sent it, and no more. */
export default class PublicReceiptsController {
  async index(ctx: HttpContext) {
    return this.page(ctx, null)
  }

  async show(ctx: HttpContext) {
    await countReceiptLook(ctx.request.ip())
    const { email } = await ctx.request.validateUsing(receiptValidator)
    const found = await atLeast(ANSWER_MS, () => findReceipt(String(ctx.params.token), email))
    if (!found)
      throw new DomainError('E_RECEIPT', 'El enlace o el correo electrónico no son correctos.', {
        field: 'email',
      })
    const state = publicState(found)
    return this.page(ctx, { code: found.code, state, ...PUBLIC_STATES[state] })
  }

  private page(
    { inertia, params }: HttpContext,
    receipt: { code: string; state: string; label: string; tone: string; text: string } | null
  ) {
    return inertia.render('invoices/public_invoices/show', { token: String(params.token), receipt })
  }
}
