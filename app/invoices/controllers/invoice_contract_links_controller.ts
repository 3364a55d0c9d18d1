import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { decideContractLink } from '#app/invoices/editing/decide_contract_link'
import { findScopedInvoice } from '#app/invoices/find_scoped_invoice'

export default class InvoiceContractLinksController {
  /** The suggested item of the contract is the one of the line. */
  async store(ctx: HttpContext) {
    return this.decide(ctx, 'accept', 'Línea vinculada con el contrato.')
  }

  /** The line is of no contract. */
  async destroy(ctx: HttpContext) {
    return this.decide(ctx, 'refuse', 'La línea queda sin contrato.')
  }

  private async decide(ctx: HttpContext, choice: 'accept' | 'refuse', text: string) {
    const { id } = await findScopedInvoice(ctx)
    await decideContractLink({
      invoiceId: id,
      lineId: Number(ctx.params.line),
      choice,
      actor: actorOf(ctx),
    })
    ctx.session.flash('success', text)
    return ctx.response.redirect().withQs().back()
  }
}
