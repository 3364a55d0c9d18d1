import type { HttpContext } from '@adonisjs/core/http'
import { requireSignedIn } from '#app/identity/http/signed_in'
import { declaredJobs } from '#app/jobs/area_jobs'
import type { ToldJob } from '#app/jobs/job'
import { DomainError } from '#app/kernel/domain_error'
import { NotFound } from '#app/kernel/http/access_denied'
import { canSeeRun } from '#app/processes/queries/find_run'

const PAYMENT_PREFIX = '/payment-processes/'

/** Throws E_TWO_FACTOR for somebody who works without the second factor, which only the system role may. */
export function refuseWithoutTwoFactor(ctx: HttpContext): void {
  if (requireSignedIn(ctx).user.isPastTwoFactor) return
  throw new DomainError('E_TWO_FACTOR', 'Active la autenticación en dos pasos para esta acción.')
}

/** The process that an address names. Throws `NotFound` for one that does not exist. */
export async function processOf({ params }: HttpContext): Promise<ToldJob> {
  const job = (await declaredJobs()).find(({ queue }) => queue === params.key)
  if (!job) throw new NotFound()
  return job
}

/**
 * The process that an address acts on: one that moves money only by the address that asks for the second factor again. Throws
 * `NotFound` for one that does not exist, and E_TWO_FACTOR.
 */
export async function handledProcess(ctx: HttpContext): Promise<ToldJob> {
  const job = await processOf(ctx)
  if (!job.about.movesMoney || ctx.request.url().startsWith(PAYMENT_PREFIX)) return job
  refuseWithoutTwoFactor(ctx)
  throw new DomainError(
    'E_STEP_UP',
    'Este proceso mueve dinero: confirme su identidad y vuelva a intentarlo.'
  )
}

/** The run that an address names. Throws `NotFound` for one of another process or of a company that the viewer does not see. */
export async function seenRun(ctx: HttpContext): Promise<number> {
  const runId = Number(ctx.params.id)
  const { siteIds } = requireSignedIn(ctx)
  if (!(await canSeeRun({ key: String(ctx.params.key), runId }, { siteIds }))) throw new NotFound()
  return runId
}
