import type { HttpContext } from '@adonisjs/core/http'
import type { CompanyApprovals } from '#app/loans/approvals/approve_in_companies'

/** Says that it is done, and goes back to where it was asked. */
export function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}

/** Said of an approval that is not the last: how many companies still have to give theirs. */
export function approvedHere(
  ctx: HttpContext,
  companies: readonly Pick<CompanyApprovals, 'given' | 'required'>[]
) {
  const missing = companies.filter(({ given, required }) => given < required).length
  const whose = missing === 1 ? 'tiene que darla una empresa más' : `tienen que darla ${missing} empresas más`
  return done(ctx, `Aprobación registrada: todavía ${whose}.`)
}
