import type { HttpContext } from '@adonisjs/core/http'
import { errors } from '@adonisjs/limiter'
import { countSubmission, owesWork } from '#app/expenses/public/submission_limits'
import { isWorkDone, readStamp } from '#app/identity/public_forms/form_stamp'
import { DomainError } from '#app/kernel/domain_error'

type Guarded = { stamp: string; website?: string | null; work?: string | null; tax_id: string }

const again = (message: string) => new DomainError('E_STAMP', message, { field: 'form' })

/**
 * What a public form must be to be looked at: of this hour, and of a person. `drop` for what only a program sends, which gets
 * the answer of everybody. Throws at `form`, and E_TOO_MANY_REQUESTS.
 */
export async function guardForm(ctx: HttpContext, sent: Guarded): Promise<'take' | 'drop'> {
  const ip = ctx.request.ip()
  const stamp = readStamp(sent.stamp)
  if (stamp === 'expired') throw again('La página llevaba demasiado tiempo abierta: pulse de nuevo «Enviar».')
  if (sent.website || stamp === 'too_fast') return 'drop'
  if ((await owesWork(ip)) && !isWorkDone(sent.stamp, sent.work ?? ''))
    throw again('Estamos comprobando que no es un programa: pulse de nuevo «Enviar».')
  await countSubmission(ip, sent.tax_id)
  return 'take'
}

/** The words of area 29 for whoever sends too much; a program gets the plain 429. Gives null for anything else. */
export function tooMuch(error: unknown, { request, session, response }: HttpContext): unknown {
  if (!(error instanceof errors.E_TOO_MANY_REQUESTS)) return null
  const isPage = request.header('x-inertia') || request.accepts(['html', 'json']) !== 'json'
  if (!isPage)
    return response.status(429).send({
      errors: { form: 'Ha realizado demasiados envíos. Inténtelo más tarde.' },
    })
  session.flash('error', 'Ha realizado demasiados envíos. Inténtelo más tarde.')
  return response.redirect().withQs().back()
}

/** Whether a count is over its limit; what else goes wrong with it is thrown. */
export async function isTooMuch(counting: Promise<void>): Promise<boolean> {
  try {
    await counting
    return false
  } catch (error) {
    if (error instanceof errors.E_TOO_MANY_REQUESTS) return true
    throw error
  }
}
