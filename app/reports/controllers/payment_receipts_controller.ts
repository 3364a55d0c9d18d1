import type { HttpContext } from '@adonisjs/core/http'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { AccessDenied } from '#app/kernel/http/access_denied'
import { attachmentHeader } from '#app/kernel/http/attachment'
import { formatInstant } from '#app/kernel/time/calendar_date'
import { mailReceipt } from '#app/reports/actions/mail_receipt'
import { repeatPayment } from '#app/reports/actions/repeat_payment'
import { paymentReceipt } from '#app/reports/payment_receipt'
import type { HistoryAction, HistoryPage } from '#app/reports/queries/history_page'
import { scopedPayment } from '#app/reports/scoped'
import { readSiteLogo } from '#app/sites/queries/site_logo'

/** The receipt of a payment: downloaded, or mailed to whom it was paid; and the same payment again. */
export default class PaymentReceiptsController {
  async show(ctx: HttpContext) {
    const page = await this.read(ctx, 'receipt')
    const name = `justificante-${page.payment.reference ?? page.payment.id}.pdf`
    ctx.response.header('content-disposition', attachmentHeader(name))
    ctx.response.header('content-type', 'application/pdf')
    ctx.response.header('cache-control', 'private, no-store')
    return ctx.response.send(await this.print(ctx, page))
  }

  /** Mails it. */
  async store(ctx: HttpContext) {
    const page = await this.read(ctx, 'mail')
    const email = await mailReceipt({ page, pdf: await this.print(ctx, page), actor: actorOf(ctx) })
    ctx.session.flash('success', `Justificante en camino a ${email}.`)
    return ctx.response.redirect().withQs().back()
  }

  /** Pays the same again, as a draft. */
  async create(ctx: HttpContext) {
    const { payment } = await this.read(ctx, 'repeat')
    const order = await repeatPayment(payment.id, actorOf(ctx))
    ctx.session.flash('success', `Pago ${order.number} creado en borrador.`)
    return ctx.response.redirect(`/payment-orders/${order.id}`)
  }

  private async read(ctx: HttpContext, action: HistoryAction): Promise<HistoryPage> {
    const page = await scopedPayment(ctx)
    if (!page.actions.includes(action)) throw new AccessDenied()
    return page
  }

  private async print(ctx: HttpContext, page: HistoryPage): Promise<Buffer> {
    const printed = `${requireSignedIn(ctx).user.name} · ${formatInstant(new Date())}`
    return paymentReceipt(page, { printed, logo: await readSiteLogo(page.payment.siteId) })
  }
}
