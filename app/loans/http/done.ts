import type { HttpContext } from '@adonisjs/core/http'
import type { CompanyApprovals } from '#app/loans/approvals/approve_in_companies'

/** Says that it is done, and goes back to where it was asked. */
export function done({ session, response }: HttpContext, message: string) {
  session.flash('success', message)
  return response.redirect().withQs().back()
}

/** Said of an approval that is not the last: how many are still missing, for a company may ask for more than one. */
export function approvedHere(
  ctx: HttpContext,
  companies: readonly Pick<CompanyApprovals, 'given' | 'required'>[]
) {
  return done(ctx, `Aprobación registrada: ${missingText(companies)}.`)
}

/** «todavía faltan 3 aprobaciones en 2 empresas»: for a message about an approval that is not the last. */
export function missingText(companies: readonly Pick<CompanyApprovals, 'given' | 'required'>[]): string {
  const waiting = companies.filter(({ given, required }) => given < required)
  const missing = waiting.reduce((sum, { given, required }) => sum + required - given, 0)
  const where = waiting.length === 1 ? 'en una empresa' : `en ${waiting.length} empresas`
  return missing === 1
    ? `todavía falta una aprobación ${where}`
    : `todavía faltan ${missing} aprobaciones ${where}`
}
