import type { HttpContext } from '@adonisjs/core/http'
import { accountProps } from '#app/accounts/queries/find_account'
import { reconcilableAccount, scopedAccount } from '#app/accounts/scoped'
import { canKeepBooks, canReconcile } from '#app/accounts/viewer'
import { actorOf } from '#app/identity/http/request_origin'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { NotFound } from '#app/kernel/http/access_denied'
import { attachmentHeader } from '#app/kernel/http/attachment'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { certificatePdf } from '#app/reconciliation/certificates/certificate_pdf'
import { certificateProps, findCertificates } from '#app/reconciliation/certificates/list_certificates'
import {
  prepareCertificate,
  reopenCertificate,
  reviewCertificate,
} from '#app/reconciliation/certificates/prepare_certificate'
import { certificateValidator, reopenValidator } from '#app/reconciliation/validators/certificate_validator'

/** Monthly actas of an account: the tab «Conciliación» of the account. */
export default class CertificatesController {
  async index(ctx: HttpContext) {
    const { account, viewer } = await scopedAccount(ctx)
    const reader = {
      userId: viewer.userId,
      canPrepare: canReconcile(viewer, account),
      canReview: canKeepBooks(viewer) && account.canReconcile,
    }
    const certificates = await findCertificates(account.id)
    return ctx.inertia.render('reconciliation/certificates/index', {
      account: accountProps(account, viewer),
      certificates: certificates.map((certificate) => certificateProps(certificate, reader)),
      canPrepare: reader.canPrepare,
    })
  }

  /** The PDF of one. */
  async show(ctx: HttpContext) {
    const { account, viewer } = await scopedAccount(ctx)
    const certificate = await scopedCertificate(ctx, account.id)
    const { name, site, iban } = accountProps(account, viewer)
    const about = { account: name, site, iban, printedBy: requireSignedIn(ctx).user.name }
    ctx.response.header('content-type', 'application/pdf')
    ctx.response.header('cache-control', 'private, no-store')
    ctx.response.header(
      'content-disposition',
      attachmentHeader(`acta-conciliacion-${account.id}-${certificate.month}.pdf`)
    )
    return ctx.response.send(await certificatePdf(certificate, about))
  }

  async store(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    const { month } = await ctx.request.validateUsing(certificateValidator)
    const { user } = requireSignedIn(ctx)
    const actor = { ...actorOf(ctx), userId: user.id }
    await prepareCertificate({ bankAccountId: account.id, month: calendarDate(`${month}-01`), actor })
    ctx.session.flash('success', 'Acta preparada: queda pendiente de que la revise otra persona.')
    return ctx.response.redirect().withQs().back()
  }

  async update(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    const { id } = await scopedCertificate(ctx, account.id)
    const { user } = requireSignedIn(ctx)
    await reviewCertificate(id, { ...actorOf(ctx), userId: user.id })
    ctx.session.flash('success', 'Acta revisada.')
    return ctx.response.redirect().withQs().back()
  }

  async destroy(ctx: HttpContext) {
    const { account } = await reconcilableAccount(ctx)
    const { id } = await scopedCertificate(ctx, account.id)
    const { reason } = await ctx.request.validateUsing(reopenValidator)
    await reopenCertificate(id, reason, actorOf(ctx))
    ctx.session.flash('success', 'El acta vuelve a ser un borrador.')
    return ctx.response.redirect().withQs().back()
  }
}

async function scopedCertificate(ctx: HttpContext, bankAccountId: number) {
  const [certificate] = await findCertificates(bankAccountId, Number(ctx.params.certificate))
  if (!certificate) throw new NotFound()
  return certificate
}
